import { privateName, withoutPrivateValues } from './private-values.ts';

/** Names of parameters whose values name or authorise, also in German, French, Spanish, Italian, Portuguese and Dutch. */
const anyName = new RegExp(
  `${privateName.source}|telef|mobi[el]|mot.?de.?passe|courriel|correo|kennw|wachtw|contrase|senha|jeton|benutz|utilis|usuario|utente|gebruik|naam|nombre|prenom|cognom|apellid|(^|[\\W_]|%..)(mdp|clave|handy|movil|nome?)(?![a-z])`,
  'i',
);

/** A parameter with such a name within a value, also percent-encoded, any number of times: `/a?token=x`. */
const nameWithin = new RegExp(`(${anyName.source})((?!%(25)*(2[36f]|3[bf])).)*(=|%(25)*3d)[^=]`, 'i');

/** An address as it is stored: without private values, of more languages than visit.js knows, and within values. */
export const storedAddress = (address: string): string =>
  withoutPrivateValues(address, (name, value) => anyName.test(name) || nameWithin.test(value.slice(1)));
