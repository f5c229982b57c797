import { Actor, agreeRows, byId, deletion, madeId, type Operation, Repeats } from './operation.ts';

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
export class Topics extends Actor {
  readonly #topics: Topic[] = [];
  readonly #repeats = new Repeats();

  next(): Operation {
    const { pick } = this.scheduler;
    const topic = pick(this.#topics.slice(-2));
    const action = pick(['create', 'rename', 'rename', 'delete', 'add', 'add', 'write', 'write', 'remove']);
    const word = pick(words) ?? 'one';
    const again = this.scheduler.happens(0.1) ? this.#repeats.again(pick) : undefined;
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
        return deletion(path, () => {
          topic.isDeleted = true;
        });
      case 'add':
        return this.#repeats.first({
          method: 'POST',
          path: `${path}/entries`,
          allows,
          body: { content: { type: 'text', content: word } },
          commit: async () => {
            if (topic.isDeleted) return 404;
            const from = `topic_entries where topic_id = '${topic.id}'`;
            const id = await madeId('topic_entry_id', from, topic.entries);
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
        const id = await madeId('topic_id', 'topics', this.#topics);
        this.#topics.push({ id, title, isDeleted: false, entries: [] });
        return 201;
      },
    });
  }

  /** Changes the text of an entry, or deletes it. */
  #change(text: string | undefined, topic: Topic, path: string): Operation | never {
    const entry = this.scheduler.pick(topic.entries);
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
    const expected = byId(this.#topics).map(({ id, title, isDeleted, entries }) => {
      const live = byId(entries.filter((entry) => !entry.isDeleted));
      return {
        id,
        title,
        isDeleted,
        entries: live.length,
        texts: JSON.stringify(live.map(({ text }) => text)),
      };
    });
    await agreeRows('The topics', select, expected);
  }
}
