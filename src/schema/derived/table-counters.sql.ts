const changed = (table: string, trigger: string, event: string, change: '+' | '-'): string =>
  `CREATE TRIGGER ${table}_${trigger} AFTER ${event} BEGIN
  UPDATE counters SET value = value ${change} 1 WHERE name = '${table}';
END;`;
const inserted = (table: string) => changed(table, 'inserted', `INSERT ON ${table}`, '+');
/** A deleted row stays, with the time of the deletion. */
const markedDeleted = (table: string) =>
  changed(
    table,
    'deleted',
    `UPDATE OF deleted_at ON ${table} WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL`,
    '-',
  );

export default `-- Exact table sizes, which lists show as their total. Migrations insert the rows of \`counters\`.

${['api_keys', 'pages', 'tenant_domains', 'topics', 'websites', 'views'].map(inserted).join('\n\n')}

-- Only keys of sign-ins and of share links are deleted.
${changed('api_keys', 'deleted', 'DELETE ON api_keys', '-')}

${['topics', 'websites', 'views'].map(markedDeleted).join('\n\n')}
`;
