declare module '*?raw' {
  const text: string;
  export default text;
}

interface ImportMeta {
  /** Files of a pattern by their paths, read by Vite. */
  glob<T>(pattern: string, options: { query: string; import: string; eager: true }): Record<string, T>;
}
