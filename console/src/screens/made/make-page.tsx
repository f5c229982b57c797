import type { Audience, Page, Person, TenantDomain } from '@footfall/client';
import { useState } from 'preact/hooks';
import { useMutation } from '../../data/api.ts';
import { addressOfLink, domainOf, useDomains } from '../../data/domains.ts';
import { pageName, usePages } from '../../data/pages.ts';
import { nameOf } from '../../data/person-names.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog, Form, TakenBy } from '../../kit/form.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { link as addressOf } from '../../nav/router.ts';
import { firstFields, isOwn } from '../audience/fields.ts';
import { imageText, type Values } from '../audience/words.ts';
import { sentenceOf } from '../audiences/state.tsx';
import { MadeResult } from './made-result.tsx';
import { type MadePage, useMadeFor } from './made-section.tsx';
import { AudienceExists, type Made, make, suggestedPath } from './make.ts';
import { LinkFields, PublishField, WordFields } from './make-fields.tsx';

/** What is there when a step has failed. */
function Partly({ made: { audience, link }, domains }: { made: Made; domains: TenantDomain[] }) {
  if (!audience) return null;
  return (
    <p class="banner" role="status">
      {link ? (
        <>
          The page and its link were created: {addressOfLink(link.path, domainOf(link, domains))}. Its content
          is not published yet.
        </>
      ) : (
        'The page was created with its content. Its link is still missing.'
      )}{' '}
      Nothing is created twice if you continue.
    </p>
  );
}

/** The page has an audience for the person: a link to it can be made, or it is opened. */
function Existing({ audience, onUse }: { audience: Audience; onUse: () => void }) {
  const { pageId, audienceId, archivedAt } = audience;
  return (
    <div class="banner stack" role="alert">
      <p>
        This person already has content for this page: “{audience.effectiveName}”. {sentenceOf(audience)} What
        you wrote here is not saved in it.
      </p>
      <p class="row">
        <a href={addressOf('audience', { pageId, audienceId })}>Open it</a>
        {archivedAt === null && <Button onClick={onUse}>Create a link to it</Button>}
      </p>
    </div>
  );
}

/** The texts of a form. An image has two controls. */
const wordsOf = (page: Page, form: Record<string, string>): Partial<Values> =>
  Object.fromEntries(
    firstFields(page).map(({ id }) => {
      const alt = isOwn(id) ? form[`${id}.alt`] : undefined;
      const text = (form[id] ?? '').replaceAll('\r\n', '\n');
      return [id, alt ? imageText({ url: text, alt }) : text];
    }),
  );

interface MakeFormProps {
  person: Person;
  pages: [Page, ...Page[]];
  domains: TenantDomain[];
  /** What was made for the person before. */
  before: MadePage[];
  onClose: () => void;
}

function MakeForm({ person, pages, domains, before, onClose }: MakeFormProps) {
  const hasOne = (pageId: string) => before.some(({ audience }) => audience.pageId === pageId);
  const [pageId, setPageId] = useState(() => pages.find((page) => !hasOne(page.pageId))?.pageId);
  const page = pages.find((one) => one.pageId === pageId) ?? pages[0];
  const [made, setMade] = useState<Made>({});
  // The words of an audience that was there are not published from here.
  const [isOld, setOld] = useState(false);
  const send = useMutation((form: Record<string, string>) =>
    make(
      {
        personId: person.personId,
        page,
        words: wordsOf(page, form),
        path: (form.path ?? '').trim(),
        tenantDomainId: form.tenantDomainId ?? '',
        isPublished: form.publish !== undefined && !isOld,
      },
      made,
      setMade,
    ).then(() => setDone(true)),
  );
  const [isDone, setDone] = useState(false);
  const { audience, link } = made;
  if (isDone && audience && link) {
    return (
      <>
        <MadeResult audience={audience} link={link} pageUrl={page.url} />
        <footer class="row row-end">
          <Button onClick={onClose}>Done</Button>
        </footer>
      </>
    );
  }
  const existing = send.error instanceof AudienceExists ? send.error.audience : undefined;
  const taken = new Set(before.flatMap(({ links }) => links.map(({ path }) => path)));
  return (
    <Form
      focusFirst
      submit={link ? 'Publish' : audience ? 'Create the link' : 'Create the page, copy the link'}
      of={existing ? { isRunning: send.isRunning } : send}
      onSubmit={send.run}
      onCancel={onClose}
    >
      {isOld ? (
        <p class="banner">
          A link to “{audience?.effectiveName}” on {pageName(page)}.
        </p>
      ) : (
        <Partly made={made} domains={domains} />
      )}
      {!audience && (
        <WordFields
          pages={pages}
          page={page}
          onPage={(chosen) => {
            setPageId(chosen);
            send.reset();
          }}
        />
      )}
      {existing && (
        <Existing
          audience={existing}
          onUse={() => {
            setMade({ audience: existing });
            setOld(true);
            send.reset();
          }}
        />
      )}
      {!link && (
        <>
          <LinkFields
            suggestion={suggestedPath(person.slug, page.url, taken)}
            domains={domains}
            page={page}
          />
          <TakenBy error={send.error} code="path_taken" label="Open the link that has this path" />
        </>
      )}
      {link ? <input type="hidden" name="publish" value="on" /> : !isOld && <PublishField />}
    </Form>
  );
}

/** Makes a page for a person in one go: its words, its link, and publishes them. */
export function MakePage({ person, onClose }: { person: Person; onClose: () => void }) {
  const pages = usePages();
  const domains = useDomains();
  const before = useMadeFor(person);
  const isReady = pages.data && domains.data && (before.data !== undefined || before.error !== undefined);
  // What was made before only helps to choose: without it, the form is there all the same.
  const awaited = pages.data ? domains : pages;
  return (
    <Dialog title={`Create a page for ${nameOf(person)}`} onClose={onClose}>
      <Await
        query={{ ...awaited, data: isReady || undefined, isLoading: awaited.isLoading || !isReady }}
        skeleton={<Skeleton lines={10} />}
      >
        {() => {
          const [first, ...others] = pages.data ?? [];
          if (!first) {
            return (
              <Empty title="No pages yet">
                A page for a person is one of your pages, with its own content.{' '}
                <a href={addressOf('pages', {}, { new: 'page' })}>Create the first page</a>
              </Empty>
            );
          }
          return (
            <MakeForm
              person={person}
              pages={[first, ...others]}
              domains={domains.data ?? []}
              before={before.data?.pages ?? []}
              onClose={onClose}
            />
          );
        }}
      </Await>
    </Dialog>
  );
}
