import {
  createAnnotation,
  createView,
  type Footfall,
  listAnnotations,
  listPages,
  listViews,
  paginate,
} from '#footfall/client';
import { demoNotes, demoViews } from '../data/notes.ts';
import { pageAt } from './site.ts';

/**
 * Loads annotations and saved views, once the pages exist. Annotations are recognised by their text, views by their name,
 * so what somebody has moved or given another address stays.
 */
export async function loadNotes(client: Footfall, tick: () => void): Promise<void> {
  const now = new Date();
  const [pages, annotations, views] = await Promise.all([
    Array.fromAsync(paginate(listPages, { client })),
    Array.fromAsync(paginate(listAnnotations, { client })),
    Array.fromAsync(paginate(listViews, { client })),
  ]);
  const pageId = (path: string | undefined) => (path && pageAt(pages, path)?.pageId) || null;
  for (const { path, text, at } of demoNotes) {
    const body = { text, pageId: pageId(path), happenedAt: at(now).toISOString() };
    if (!annotations.some((annotation) => annotation.text === text)) await createAnnotation({ client, body });
    tick();
  }
  for (const { name, path, query } of demoViews) {
    const body = { name, address: `/pages/${pageId(path)}?${query}` };
    if (!views.some((view) => view.name === name)) await createView({ client, body });
    tick();
  }
}
