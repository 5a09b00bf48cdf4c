import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { PageRule } from '../http/page-rules.ts'

/** The facts of a page, stated once beside its URL in `routes.ts`. */
export type PageFacts = {
	/**
	 * Who may open it; everybody by default. `visitors`: only people who are not signed in. Whom a member's or
	 * staff's page serves is decided by its domain function.
	 */
	access?: 'members' | 'staff' | 'visitors'
	/** A POST of somebody whose session has ended is answered, not sent to the login: the form comes back as typed. */
	keepsTyping?: true
	/** It is the same for every visitor without a session. A page without a rule is rendered for each request. */
	cache?: Omit<PageRule, 'pattern'>
	/** What search engines may do: list it, and find it in `/sitemaps/pages.xml` too. Every other page says noindex. */
	search?: 'index' | 'sitemap'
	/** What its form may send besides a small one; the limits are in `src/upload-routes.ts`. */
	accepts?: readonly ('files' | 'answer' | 'article' | 'office' | 'oneClick')[]
}

export type Page = PageFacts & { pattern: string; file: string }

/** A row of the table or a group of rows. What a group says holds for its rows and for every unknown path below it. */
export type Row = PageFacts & { path?: string; file?: string; id?: string; rows?: readonly Row[] }

export const page = (path: string, file: string, facts: PageFacts & { id?: string } = {}): Row => ({ path, file, ...facts })

/** Rows inside a layout, below `path` if it has one. */
export const inLayout = (file: string, facts: PageFacts & { path?: string }, rows: readonly Row[]): Row => ({ ...facts, file, rows })

/** Rows below a path without a layout. */
export const below = (path: string, rows: readonly Row[]): Row => ({ path, rows })

/** Guards a path that has no page yet. */
export const reserved = (path: string, access: NonNullable<PageFacts['access']>): Row => ({ path, access })

const join = (before: string, path: string | undefined) => (path ? `${before}/${path}` : before)

/** React Router's own form of the table. */
export const routeConfigOf = (rows: readonly Row[], before = ''): RouteConfigEntry[] =>
	rows.flatMap(({ path, file, id, rows: inner }): RouteConfigEntry[] => {
		const here = [before, path].filter(Boolean).join('/')
		if (file === undefined) return inner ? routeConfigOf(inner, here) : []
		const base = { file, ...(id && { id }) }
		// Layouts nest; the paths of their rows are relative to them.
		if (inner) return [{ ...base, ...(here && { path: here }), children: routeConfigOf(inner) }]
		return [{ ...base, ...(path === '' && { index: true }), ...(here && { path: here }) }]
	})

/** Every page by its full path, with the facts of its groups. */
export const pagesOf = (rows: readonly Row[], before = '', outer: PageFacts = {}): Page[] =>
	rows.flatMap(({ path, file, id: _id, rows: inner, ...own }) => {
		const facts = { ...outer, ...own }
		const here = join(before, path)
		if (inner) return pagesOf(inner, here, facts)
		return file === undefined ? [] : [{ ...facts, pattern: here || '/', file }]
	})

/** Patterns of the rows for which `has` holds; a group with it covers everything below it. */
export function patternsOf(rows: readonly Row[], has: (facts: PageFacts) => boolean, before = ''): string[] {
	return rows.flatMap((row) => {
		const here = join(before, row.path)
		if (!row.rows) return has(row) ? [here || '/'] : []
		return row.path !== undefined && has(row) ? [`${here}/*`] : patternsOf(row.rows, has, here)
	})
}
