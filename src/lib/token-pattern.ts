/** The form of the tokens `<prefix>_<workspace>_<secret><checksum>`. Its first group is the workspace. */
export const tokenPattern = (prefix: string): RegExp =>
  new RegExp(`^${prefix}_([a-z0-9]{1,32})_[0-9A-Za-z]{38}$`);
