/**
 * Two migrations were edited after they had landed: 0086 of f9b36f5c by f49bf4bf, and 0087 of 41411091 by bc111b38. So
 * databases have schemas that the files in drizzle/ do not make: their fingerprints, by the last migration. 0088 gives all
 * of them the schema of the others.
 */
export const otherForms: Readonly<Record<string, readonly string[]>> = {
  '0086_load_sample_data.sql': ['jVpFAFG_Ux-UQuX5irpdUFYrxQIwQd-uGmsQf6Bm5eE'],
  '0087_write_persons.sql': [
    // Made with the edited 0086: with the first 0087, and with the edited one.
    'v5R1nEloEoU6pV9sFPysikOc-sAu1zRoLp6qYaY1mbo',
    'rzLbznaq_eCkmnMC-5mmPV6wQ3o1h4v2zMNfA3dZpBE',
    // Made with the first text of both: by wrangler, which asks for no fingerprint.
    'RkB4477e-W27A-mv8xQanLxXxyJ_CAZ2avqQzXXwkl8',
  ],
};

/**
 * The git object of the edited text of 0087, the only one that stays in drizzle/: no other migration differs from the
 * commit that added it.
 */
export const keptEdits: Readonly<Record<string, string>> = {
  '0087_write_persons.sql': '36ef4736e3f26bc8e1045e6c3df517f89bf3b2c0',
};
