/**
 * A property of an object as its class has it. In a document with `<form name="title">`, `document.title` is that form,
 * and in a form with a field `method`, `form.method` is that field.
 */
export const propertyOf = <T extends object, Name extends keyof T>(
  { prototype }: { prototype: T },
  object: T,
  name: Name,
): T[Name] => Reflect.get(prototype, name, object);

/** A property of the document, or what the page has put in its place, if that is no element. */
export const ofDocument = <Name extends keyof Document>(name: Name): Document[Name] =>
  typeof document[name] === 'object' ? propertyOf(Document, document, name) : document[name];

/** Whether something is an element that matches a selector. A form may have a field named `matches`. */
export const matches = (node: unknown, selector: string): boolean =>
  node instanceof Element && Element.prototype.matches.call(node, selector);
