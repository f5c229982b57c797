import fc from 'fast-check';
import type { Sent } from './campaigns/model.ts';
import { firsts, odd, paths, templates } from './campaigns/words.ts';
import { World } from './campaigns/world.ts';
import { action, storiesOf, weighted } from './stories.ts';

const stories = storiesOf('campaigns');

const which = fc.nat(11);
const of = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];

const row = fc.record({
  who: fc.nat(3),
  phone: fc.option(fc.nat(1), { freq: 2 }),
  byPhone: fc.boolean(),
  byId: fc.option(which, { freq: 3 }),
  first: fc.constantFrom('Anna', ...Object.keys(firsts)),
  odd: fc.option(fc.constantFrom(...odd)),
  variant: fc.nat(1),
});
type RowOf = typeof row extends fc.Arbitrary<infer T> ? T : never;

const campaign = fc.nat(1);
const step = weighted(
  [10, action('rows', { campaign, rows: fc.array(row, { minLength: 1, maxLength: 4 }), dryRun: fc.nat(5) })],
  [3, action('again', { campaign, at: which })],
  [4, action('words', { campaign, template: fc.nat(templates.length - 1) })],
  [1, action('path', { campaign, path: fc.nat(paths.length - 1) })],
  [4, action('job', { campaign, job: fc.constantFrom('publish', 'publish', 'roll_back', 'stop') })],
  [9, fc.record({ kind: fc.constantFrom('deliver', 'redeliver'), at: which })],
  [2, action('edit', { at: which, title: fc.constantFrom('By hand', 'Other', ''), isContext: fc.boolean() })],
  [2, fc.record({ kind: fc.constantFrom('hand', 'archive', 'restore', 'unlink'), at: which })],
  [1, action('link', { campaign, first: fc.constantFrom('anna', 'zoe', 'x'), to: fc.option(which) })],
  [1, action('rename', { at: which, who: fc.nat(4) })],
  [2, action('erase', { at: which })],
  [1, action('declare', { campaign, hasHead: fc.boolean() })],
  [1, action('end', { campaign, chance: fc.nat(3) })],
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const emailOf = (who: number) => `zq${who}mq@one.example`;

async function run(world: World, each: Step): Promise<void> {
  const { model } = world;
  const campaign = 'campaign' in each ? model.campaigns[each.campaign as number] : undefined;
  const toSent = ({ who, phone, byPhone, byId, first, odd, variant }: RowOf): Sent => {
    const columns = { first, secret: `zq${who}v${variant}q`, ...(odd !== null && { odd }) };
    const known = byId === null ? undefined : of(model.persons, byId);
    if (known) return { personId: known.id, columns };
    const phoneNumber = phone === null ? {} : { phoneNumber: `+1555000000${phone}` };
    const email = phone !== null && byPhone ? {} : { email: emailOf(who) };
    return { person: { ...email, ...phoneNumber, name: `zq${who}nq` }, columns };
  };
  switch (each.kind) {
    case 'rows':
      if (!campaign) return;
      // In a dry run each row is looked at alone.
      return world.rows(campaign, each.rows.map(toSent), each.dryRun === 0);
    case 'again': {
      const sent = campaign && of(campaign.rows, each.at)?.sent;
      if (sent) await world.rows(campaign, [JSON.parse(sent) as Sent], false);
      return;
    }
    case 'words':
      if (campaign) await world.change(campaign, templates[each.template], undefined);
      return;
    case 'path':
      if (campaign) await world.change(campaign, undefined, paths[each.path]);
      return;
    case 'job':
      if (campaign) await world.job(campaign, each.job as 'publish');
      return;
    case 'end':
      if (campaign && each.chance === 0) await world.job(campaign, 'archive');
      return;
    case 'deliver':
    case 'redeliver': {
      const message = of(world.messages, each.at);
      if (message) await world.deliver(message, each.kind === 'deliver');
      return;
    }
    case 'declare':
      if (campaign) await world.declare(campaign.page, each.hasHead);
      return;
    case 'link': {
      if (!campaign) return;
      const audience = each.to === null ? undefined : of(model.audiences, each.to);
      return world.link(`/c/${each.first}`, campaign.page, audience);
    }
    case 'rename':
    case 'erase': {
      const person = of(model.persons, each.at);
      if (person && each.kind === 'erase') await world.erase(person);
      else if (person) await world.rename(person, emailOf((each as { who: number }).who));
      return;
    }
    case 'unlink': {
      const found = of(
        model.campaigns.flatMap(({ rows }) => rows),
        each.at,
      );
      if (found) await world.unlink(found);
      return;
    }
    default: {
      const audience = of(model.audiences, (each as { at: number }).at);
      if (!audience) return;
      if (each.kind === 'edit')
        await world.edit(audience, each.isContext ? { context: each.title } : { title: each.title });
      else if (each.kind === 'hand') await world.publish(audience);
      else await world.archive(audience, each.kind === 'archive');
    }
  }
}

test(
  'random rows, words, jobs, messages and erasures have the result of a simple model',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
        const world = new World();
        await world.start();
        for (const each of steps) {
          await run(world, each);
          await world.compare();
        }
        // At the end all messages arrive, and nothing waits any more.
        while (world.messages[0]) await world.deliver(world.messages[0], true);
        await world.compare();
        const waiting = world.model.audiences.flatMap(({ versions }) =>
          versions.filter(({ status }) => status === 'queued'),
        );
        expect(waiting).toEqual([]);
      }),
      stories.options,
    );
  },
  stories.timeout,
);
