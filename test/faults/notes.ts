import { Actor, agreeRows, byId, deletion, madeId, type Operation, Repeats } from './operation.ts';
import type { Scheduler } from './scheduler.ts';

interface Note {
  id: string;
  /** The text of an annotation, the name of a view; empty when it is deleted. */
  text: string;
}

const words = ['one', 'two', 'three'];
const bodyOf = {
  annotations: (text: string) => ({ text, happenedAt: '2026-03-04T10:00:00Z' }),
  views: (name: string) => ({ name, address: '/' }),
};
const fieldOf = { annotations: 'text', views: 'name' } as const;
const idOf = { annotations: 'annotation_id', views: 'view_id' } as const;

/** Annotations, or views: each name belongs to one view at most. */
export class Notes extends Actor {
  readonly #of: keyof typeof bodyOf;
  readonly #notes: Note[] = [];
  readonly #repeats = new Repeats();

  constructor(scheduler: Scheduler, of: keyof typeof bodyOf) {
    super(scheduler);
    this.#of = of;
  }

  #isTaken = (text: string, but?: Note) =>
    this.#of === 'views' && this.#notes.some((note) => note.text === text && note !== but);

  next(): Operation {
    const { pick } = this.scheduler;
    const word = pick(words) ?? 'one';
    const again = this.scheduler.happens(0.2) ? this.#repeats.again(pick) : undefined;
    if (again) return again;
    const note = pick(this.#notes.slice(-4));
    const action = pick(['create', 'change', 'delete']);
    if (!note || action === 'create') return this.#create(word);
    const path = `/v0/${this.#of}/${note.id}`;
    if (action === 'delete') {
      return deletion(path, () => {
        note.text = '';
      });
    }
    return {
      method: 'PATCH',
      path,
      body: { [fieldOf[this.#of]]: word },
      commit: () => {
        if (note.text === '') return 404;
        if (this.#isTaken(word, note)) return 409;
        note.text = word;
        return 200;
      },
      allows: (status) => status === 404 && note.text === '',
    };
  }

  #create(text: string): Operation {
    return this.#repeats.first({
      method: 'POST',
      path: `/v0/${this.#of}`,
      body: bodyOf[this.#of](text),
      commit: async () => {
        if (this.#isTaken(text)) return 409;
        this.#notes.push({ id: await madeId(idOf[this.#of], this.#of, this.#notes), text });
        return 201;
      },
    });
  }

  async compare(): Promise<void> {
    const select = `select ${idOf[this.#of]} as id, ${fieldOf[this.#of]} as text from ${this.#of} order by id`;
    await agreeRows(`The ${this.#of}`, select, byId(this.#notes));
  }
}
