import { type Model, numbersOf, type Session, wholeDaysOf } from '../sessions/model.ts';
import type { Form } from '../sessions/sent.ts';
import type { People, Visitor } from './people.ts';

// Who came in each session, in the simplest way: from what was sent, in the order in which it was merged, and who was in
// which company then. It shares no code with src/.

/** The identifiers of a form. The first one names its sender. */
const identifiersOf = ({ email, phone }: Form): string[] =>
  [email, phone].filter((identifier) => identifier !== null);

/** Who came in a session, and what is stored of its form. */
interface Came extends Form {
  recipient: Visitor | null;
  sender: Visitor | null;
  /** 0: no form, 1: one without an identifier, 2: one with some. */
  formState: number;
}

/** A beacon that has been received. */
export interface Received {
  id: string;
  receivedAt: number;
  isAccepted: boolean;
  form: Form | undefined;
}

/** What a story may have of visits, besides what can be seen of their sessions. */
export type Note = 'archived' | 'off' | 'lateAudience' | 'lateForm' | 'refused' | 'returned';

export class Visitors {
  readonly #model: Model;
  readonly #people: People;
  readonly #came = new Map<string, Came>();
  /** Whether `RECIPIENTS` is on. */
  hasRecipients = true;
  readonly notes = new Set<Note>();

  constructor(model: Model, people: People) {
    [this.#model, this.#people] = [model, people];
  }

  /** Who came in a session. Nobody knows it of one that retention has removed. */
  of({ id, removed }: Session): Pick<Came, 'recipient' | 'sender'> {
    return (removed ? undefined : this.#came.get(id)) ?? { recipient: null, sender: null };
  }

  #recipientOf(audienceId: string | null): Visitor | null {
    const { person = null, isArchived = false } = this.#people.audienceOf(audienceId) ?? {};
    if (person && !this.hasRecipients) this.notes.add('off');
    if (person && isArchived) this.notes.add('archived');
    return person && this.hasRecipients ? this.#people.visitorOf(person) : null;
  }

  /** Beacons have been merged in one batch. `before`: the audiences that their sessions had, of those that existed. */
  async merged(beacons: Received[], before: ReadonlyMap<string, string | null>): Promise<void> {
    for (const { id, isAccepted, form } of beacons) {
      const session = this.#model.sessions.get(id);
      if (!isAccepted || !session) continue;
      let came = this.#came.get(id);
      if (!came) {
        came = { recipient: null, sender: null, formState: 0, email: null, phone: null };
        this.#came.set(id, came);
      }
      // The first audience stays, and so does its recipient.
      if ((before.get(id) ?? null) === null && session.audienceId !== null)
        came.recipient = this.#recipientOf(session.audienceId);
      if (before.get(id) === null && came.recipient) this.notes.add('lateAudience');
      if (before.has(id) && form && came.formState === 0) this.notes.add('lateForm');
      const formState = form ? 1 + Number(identifiersOf(form).length > 0) : 0;
      if (form && formState > came.formState) Object.assign(came, form, { formState });
    }
    for (const { id } of beacons) this.#clear(this.#model.sessions.get(id));
    await this.#takeForms(beacons);
  }

  /** Forms are taken when all beacons are merged. Of the same form, the first that was received counts. */
  async #takeForms(beacons: Received[]): Promise<void> {
    const links: (() => void)[] = [];
    for (const { id, form } of beacons) {
      const came = this.#came.get(id);
      const [sender] = form ? identifiersOf(form) : [];
      if (!came || !form || came.sender || identifiersOf(came)[0] !== sender || sender === undefined)
        continue;
      const same = beacons.filter(
        (one) => one.id === id && one.form && identifiersOf(one.form)[0] === sender,
      );
      const receivedAt = Math.min(...same.map((one) => one.receivedAt));
      if (this.#people.isErasedSince(identifiersOf(form), receivedAt)) {
        this.#forgetForm(id, came);
        this.notes.add('refused');
        continue;
      }
      const known = this.#people.personWith(sender);
      if (!known && this.#people.isErasedSince([sender], 0)) this.notes.add('returned');
      const person = known ?? this.#people.create(sender);
      links.push(() => {
        came.sender = this.#people.visitorOf(person);
      });
    }
    if (links.length > 0) await this.#people.learn();
    for (const link of links) link();
  }

  /** A session has been imported. */
  imported(session: Session, form: Form): void {
    const { email, phone } = form;
    const person = this.#people.personWith(email) ?? this.#people.personWith(phone);
    this.#came.set(session.id, {
      ...form,
      recipient: this.#recipientOf(session.audienceId),
      sender: person ? this.#people.visitorOf(person) : null,
      formState: identifiersOf(form).length > 0 ? 2 : Number(session.form),
    });
  }

  /** A person has been erased: their forms go at once, their visits as a recipient when the cron runs. */
  erased({ personId, email, phone }: { personId: string } & Form): void {
    for (const session of this.#model.sessions.values()) {
      const came = this.#came.get(session.id);
      if (!came || session.removed) continue;
      const isSender = came.sender?.personId === personId;
      const hasIdentifier = identifiersOf(came).some((one) => one === email || one === phone);
      if (isSender || hasIdentifier) this.#forgetForm(session.id, came);
      if (isSender) came.sender = null;
    }
  }

  /** The form of a session is erased, and with it all that may name its sender, now and later. */
  #forgetForm(id: string, came: Came): void {
    Object.assign(came, { email: null, phone: null });
    const session = this.#model.sessions.get(id);
    if (session) this.#model.clear(session);
  }

  #clear(session: Session | undefined): void {
    const came = session && this.#came.get(session.id);
    if (came && this.#model.isOfErased(session)) came.recipient = null;
  }

  /** The cron has cleared the sessions of all erased audiences. */
  cleared(): void {
    for (const session of this.#model.sessions.values()) this.#clear(session);
  }

  /** Who came among some sessions of a span, as an answer says it, without its order. */
  answer(kind: 'account' | 'person', ofRange: Session[], isAsked: (session: Session) => boolean) {
    const found = ofRange.filter(isAsked);
    const idOf = (visitor: Visitor | null) => visitor?.[`${kind}Id`] ?? null;
    const idsOf = (session: Session) => {
      const { recipient, sender } = this.of(session);
      return [idOf(recipient), idOf(sender)];
    };
    const ids = new Set(found.flatMap(idsOf).filter((id) => id !== null));
    const items = [...ids].map((id) => {
      const own = found.filter((session) => idsOf(session).includes(id));
      const numbers = numbersOf(this.#model, own);
      const starts = own.map(({ start }) => start);
      const people = own.flatMap((session) => {
        const { recipient, sender } = this.of(session);
        return [recipient, sender].filter((visitor) => visitor && idOf(visitor) === id);
      });
      return {
        id,
        starts,
        pages: own.map(({ pageId }) => pageId),
        figures: {
          ...numbers,
          engagedSessions: numbers.bounceEligibleSessions - numbers.bounceCount,
          recipientSessions: own.filter((session) => idsOf(session)[0] === id).length,
          formSessions: own.filter((session) => idsOf(session)[1] === id).length,
          firstVisitAt: new Date(Math.min(...starts)).toISOString(),
          lastVisitAt: new Date(Math.max(...starts)).toISOString(),
          peopleCount: new Set(people.map((visitor) => visitor?.personId)).size,
        },
      };
    });
    return {
      items,
      total: numbersOf(this.#model, found),
      unknown: numbersOf(
        this.#model,
        found.filter((session) => idsOf(session).every((id) => id === null)),
      ),
      ...wholeDaysOf(ofRange),
    };
  }
}
