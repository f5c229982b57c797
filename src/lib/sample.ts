/**
 * What all ids of sample data have behind their time, as no other id has. Their other characters are the number of a
 * record, in seven digits. So what belongs to sample data is known by a range of ids, without a row that says it.
 */
export const sampleMark = 'e00samp1e';

/** Whether an id is of sample data. */
export const isSample = (id: string): boolean => id.slice(-16).startsWith(sampleMark);

/** SQL of `isSample`, of a column. */
export const isSampleSql = (column: string): string =>
  `substr(${column}, -16, ${sampleMark.length}) = '${sampleMark}'`;

/** SQL of the condition that there is sample data. While it is removed, it is false before the persons go. */
export const hasSampleSql = "EXISTS (SELECT 1 FROM service_notes WHERE name = 'sample')";
