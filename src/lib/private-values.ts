/** What stands in place of a value that may name or authorise somebody. */
const placeholder = 'redacted';

/**
 * Names of parameters whose values name or authorise: `user[email]`, `access_token`, `inviteCode`, but not `keyword`.
 * Also in German, French, Spanish, Italian, Portuguese and Dutch.
 */
const privateName =
  /auth|mail|name|pass(?!e)|phone|secret|sess|signature|tok|user|telef|mobi[el]|mot.?de.?passe|courriel|correo|kennw|wachtw|contrase|senha|jeton|benutz|utilis|usuario|utente|gebruik|naam|nombre|prenom|cognom|apellid|((^|[\W_]|%..)(jwt|otp|pin|pwd|mdp|clave|handy|movil|nome?|si[dg]|tel)|code|key)(?![a-z])/i;

/** A parameter with such a name within a value, also percent-encoded, any number of times: `/a?token=x`. */
const privateWithin = new RegExp(`(${privateName.source})((?!%(25)*(2[36f]|3[bf])).)*(=|%(25)*3d)[^=]`, 'i');

/** An `@`, also percent-encoded, any number of times. */
const at = /@|%(25)*40/;

/** A text, or the placeholder if it has an `@`. */
export const withoutAt = (text: string): string => (at.test(text) ? placeholder : text);

/**
 * An address without the values that name or authorise somebody: those of parameters with such a name, also in a path
 * in the route of a fragment and within a value, values with an `@`, and parts of a path with an `@` behind other text.
 */
export const withoutPrivateValues = (address: string): string =>
  address.replace(/([^/?&#;=]+)(=[^?&#;]+)?/g, (all: string, name: string, value?: string) => {
    if (at.test(name.slice(1))) return placeholder;
    return value && (privateName.test(name) || at.test(value) || privateWithin.test(value.slice(1)))
      ? `${name}=${placeholder}`
      : all;
  });
