/** SQL of the `seq` of the person with the first identifier that is known. `write` is SQL of the JSON that has them. */
export const foundPerson = (indent: string, write = 'new.write'): string => `coalesce(
${indent}  (SELECT seq FROM persons WHERE email = ${write} ->> 'email'),
${indent}  (SELECT seq FROM persons WHERE phone_number = ${write} ->> 'phoneNumber'),
${indent}  (SELECT seq FROM persons WHERE linkedin_identity = ${write} ->> 'linkedinIdentity'))`;
