import { globSync, readFileSync } from 'node:fs'
import type { ContextType, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider, UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'
import { expect, test } from 'vitest'
import type { Analytics as Setting } from '../../config.ts'
import { outsideTransmissions } from '../../http/outside.ts'
import { scriptMark, takeOwnScripts } from '../../http/own-scripts.ts'
import { createSecurityHeaders } from '../../http/security-headers.ts'
import { AnalyticsStorage, OutsideTransmissions } from '../help/privacy-analytics.tsx'
import { Analytics } from './analytics.tsx'
import { Head } from './head.tsx'

const publicUrl = 'https://shirube.example'
const none: Setting = { kind: 'none' }
const ga4: Setting = { kind: 'ga4', measurementId: 'G-ABCDE12345' }
const plausible: Setting = { kind: 'plausible', src: 'https://stats.example/js/script.js', domain: 'shirube.example' }

/** The HTML of an element as the server writes it on a page of the site. */
async function render(element: ReactNode, analytics: Setting, page: { viewer?: object | null; plain?: boolean } = {}): Promise<string> {
	const { viewer = null, plain = true } = page
	const handler = createStaticHandler([
		{
			id: 'root',
			path: '/',
			loader: () => ({ site: { name: 'テスト', publicUrl, analytics }, viewer }),
			children: [{ id: 'page', index: true, handle: { plain }, element }],
		},
	])
	const answer = await handler.query(new Request(`${publicUrl}/`))
	if (answer instanceof Response) throw new Error('a page was expected')
	const framework = { nonce: scriptMark } as ContextType<typeof FrameworkContext>
	return renderToStaticMarkup(
		<FrameworkContext value={framework}>
			<StaticRouterProvider router={createStaticRouter(handler.dataRoutes, answer)} context={answer} hydrate={false} />
		</FrameworkContext>,
	)
}

const head = (noindex = false) => <Head title="題名" description="説明" path="/" noindex={noindex} />
const tag = '<script async="" defer="" data-domain="shirube.example" src="https://stats.example/js/script.js"></script>'

test('Google’s question comes hidden, with two answers alike and a script that the policy knows by its hash', async () => {
	const html = await render(<Analytics />, ga4)
	expect(html).toMatch(/<section [^>]*aria-label="アクセス解析の確認"[^>]* hidden=""/)
	const buttons = [...html.matchAll(/<button ([^>]*) data-analytics="(yes|no)">(.*?)<\/button>/g)]
	expect(buttons.map(([, , answer, label]) => [answer, label])).toEqual([
		['yes', '同意する'],
		['no', '同意しない'],
	])
	expect(buttons[0]?.[1]).toBe(buttons[1]?.[1])
	expect(html).toContain('href="/privacy#privacy-analytics"')
	expect(html).toContain('("G-ABCDE12345","analytics")</script>')
	// The document itself has nothing from Google.
	expect(html).not.toMatch(/src=|href="https:/)
	const policy = createSecurityHeaders({ publicUrl, analytics: ga4 }).policyFor(takeOwnScripts(Buffer.from(html)).hashes)
	expect(policy).toMatch(/script-src 'self' https:\/\/www\.googletagmanager\.com .*'sha256-[^']+';/)
})

test('without Google nothing asks, and without Plausible nothing loads', async () => {
	for (const setting of [none, plausible]) expect(await render(<Analytics />, setting)).toBe('')
	for (const setting of [none, ga4]) expect(await render(head(), setting)).not.toContain('<script')
})

test('the Plausible-compatible script is on plain public pages of visitors only', async () => {
	expect(await render(head(), plausible)).toContain(tag)
	expect(await render(head(true), plausible)).not.toContain('stats.example')
	expect(await render(head(), plausible, { viewer: { docId: 'a' } })).not.toContain('stats.example')
	expect(await render(head(), plausible, { plain: false })).not.toContain('stats.example')
})

test('/privacy says what each setting transmits', async () => {
	const transmissionsPage = (analytics: Setting) =>
		render(
			<>
				<AnalyticsStorage />
				<OutsideTransmissions rows={[...outsideTransmissions({ analytics })]} />
			</>,
			analytics,
		)
	const [nothing, google, own] = [await transmissionsPage(none), await transmissionsPage(ga4), await transmissionsPage(plausible)]
	expect(nothing).toContain('当社以外へ情報を送信させる仕組み（アクセス解析、広告、外部の地図や動画など）は使っていません')
	expect(nothing).not.toMatch(/Cookie|<table/)
	for (const words of [
		'_ga_ABCDE12345',
		'1年間',
		'アメリカ合衆国',
		'同意された方のブラウザからだけ',
		'data-analytics-choice',
		'localStorage',
	])
		expect(google).toContain(words)
	expect(own).toContain('stats.example')
	expect(own).toContain('Cookie などの識別子は使いません')
	expect(own).not.toMatch(/data-analytics|_ga|同意/)
})

/** Not of the staff's queues, not kept from search engines, and no page that only leads on. */
function isShown(file: string): boolean {
	const text = readFileSync(file, 'utf8')
	return !/noindex|<PlainDesk/.test(text) && text.includes('export default')
}

test('pages that are counted whatever they show are these; any other says when it is not', () => {
	// The desks of staff have their head in one place: src/web/admin/queues/plain-desk.tsx.
	const always = globSync('src/web/**/*.page.tsx').filter((file) => isShown(file))
	expect(always.sort()).toEqual(
		[
			'taxonomy/category-index',
			'taxonomy/category',
			'experts/expert',
			'offices/office',
			'taxonomy/task-index',
			'taxonomy/tool',
			'taxonomy/unlisted-profession',
			'taxonomy/fees',
			'taxonomy/task-fees',
			'taxonomy/task-fees-prefecture',
			'taxonomy/professions',
			'articles/glossary',
			'articles/glossary-term',
			'calculators/calculators',
			'offices/cases',
			'developers/reference',
			'help/accessibility',
			'operations/notice',
			// Lists: src/web/listings/list-page.tsx knows which of them are for search engines.
			'listings/category-list-city',
			'listings/category-list-prefecture',
			'listings/category-list-station',
			'listings/category-list',
			'listings/task-list-city',
			'listings/task-list-prefecture',
			'listings/task-list-station',
			'listings/task-list',
			'help/about',
			'help/licences',
			'help/company',
			'help/privacy',
			'help/rules',
			'help/room-rules',
			'help/rule-version',
			'help/tokushoho',
			'support/contact',
			// The error page, which says noindex itself.
			'help/error',
			'layout/not-found',
			'estimates/estimate-start',
			'articles/article',
			'experts/register',
			'top/top',
		]
			.map((page) => `src/web/${page}.page.tsx`)
			.sort(),
	)
})
