import { env } from 'cloudflare:workers';
import { type Actor, agree, type Operation, Repeats } from './operation.ts';
import type { Scheduler } from './scheduler.ts';

interface Entry {
  id: string;
  text: string;
  isDeleted: boolean;
}
interface Topic {
  id: string;
  title: string;
  isDeleted: boolean;
  entries: Entry[];
}

const words = ['one', 'two', 'three'];

/** Topics and their entries. */
export class Topics implements Actor {
  readonly #scheduler: Scheduler;
  readonly #topics: Topic[] = [];
  readonly #repeats = new Repeats();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  next(): Operation {
    const { pick } = this.#scheduler;
    const topic = pick(this.#topics.slice(-2));
    const action = pick(['create', 'rename', 'rename', 'delete', 'add', 'add', 'write', 'write', 'remove']);
    const word = pick(words) ?? 'one';
    const again = this.#scheduler.happens(0.1) ? this.#repeats.again(pick) : undefined;
    if (again) return again;
    if (!topic || action === 'create') return this.#create(word);
    const path = `/v0/topics/${topic.id}`;
    const allows = (status: number) => status === 404 && topic.isDeleted;
    switch (action) {
      case 'rename':
        return {
          method: 'PATCH',
          path,
          body: { title: word },
          allows,
          commit: () => {
            if (topic.isDeleted) return 404;
            topic.title = word;
            return 200;
          },
        };
      case 'delete':
        return {
          method: 'DELETE',
          path,
          commit: () => {
            topic.isDeleted = true;
            return 200;
          },
        };
      case 'add':
        return this.#repeats.first({
          method: 'POST',
          path: `${path}/entries`,
          allows,
          body: { content: { type: 'text', content: word } },
          commit: async () => {
            if (topic.isDeleted) return 404;
            const known = JSON.stringify(topic.entries.map(({ id }) => id));
            const select = `select topic_entry_id as id from topic_entries where topic_id = ?
              and topic_entry_id not in (select value from json_each(?))`;
            const id = (await env.DB.prepare(select).bind(topic.id, known).first<string>('id')) ?? '';
            topic.entries.push({ id, text: word, isDeleted: false });
            return 201;
          },
        });
      default:
        return this.#change(action === 'write' ? word : undefined, topic, path);
    }
  }

  #create(title: string): Operation {
    return this.#repeats.first({
      method: 'POST',
      path: '/v0/topics',
      body: { title, purpose: 'p' },
      commit: async () => {
        const known = JSON.stringify(this.#topics.map(({ id }) => id));
        const select =
          'select topic_id as id from topics where topic_id not in (select value from json_each(?))';
        const id = (await env.DB.prepare(select).bind(known).first<string>('id')) ?? '';
        this.#topics.push({ id, title, isDeleted: false, entries: [] });
        return 201;
      },
    });
  }

  /** Changes the text of an entry, or deletes it. */
  #change(text: string | undefined, topic: Topic, path: string): Operation | never {
    const entry = this.#scheduler.pick(topic.entries);
    if (!entry) return this.#create('one');
    const isGone = () => topic.isDeleted || (entry.isDeleted && text !== undefined);
    return {
      method: text === undefined ? 'DELETE' : 'PATCH',
      path: `${path}/entries/${entry.id}`,
      ...(text === undefined ? {} : { body: { content: { type: 'text', content: text } } }),
      commit: () => {
        if (isGone()) return 404;
        if (text === undefined) entry.isDeleted = true;
        else entry.text = text;
        return 200;
      },
      allows: (status) => status === 404 && isGone(),
    };
  }

  async compare(): Promise<void> {
    const select = `select t.topic_id as id, title, t.deleted_at is not null as isDeleted, entries_count as entries,
        (select json_group_array(content) from (select content from topic_entries e
          where e.topic_id = t.topic_id and e.deleted_at is null order by topic_entry_id)) as texts
      from topics t order by topic_id`;
    const { results } = await env.DB.prepare(select).all();
    const expected = this.#topics
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((topic) => {
        const live = topic.entries
          .filter(({ isDeleted }) => !isDeleted)
          .sort((a, b) => (a.id < b.id ? -1 : 1));
        const texts = JSON.stringify(live.map(({ text }) => text));
        return {
          id: topic.id,
          title: topic.title,
          isDeleted: Number(topic.isDeleted),
          entries: live.length,
          texts,
        };
      });
    agree('The topics', results, expected);
  }
}
