import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import { domainErrorOf } from '../../../../test/domain-errors.ts'
import { makeExpert } from '../../../../test/factories.ts'
import { testSite } from '../../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../../accounts/staff.ts'
import { days } from '../../shared/japan-time.ts'
import { importArticles, planArticles } from './article-imports.ts'
import { loadConverter } from './html-to-markdown.ts'
import { checkArticles, confirmArticles, discardArticles, getArticleImport, listArticleImports } from './import-runs.ts'
import { readWxr } from './wxr-file.ts'

type Post = {
	id: number
	title?: string
	html?: string
	status?: string
	type?: string
	creator?: string
	category?: string
	password?: string
}

const HTML = `<!-- wp:paragraph --><p>開業届は、事業を始めた日から<strong>1か月以内</strong>に税務署へ提出します。</p><!-- /wp:paragraph -->
<h2>提出するもの</h2><ul><li>開業届</li><li>青色申告承認申請書<ul><li>期限に注意</li></ul></li></ul>
<p>様式は<a href="https://www.nta.go.jp/">国税庁のページ</a>にあります。</p><img src="https://blog.example/scan.png" alt="様式">`

const postXml = ({
	id,
	title = '開業届の出し方と期限',
	html = HTML,
	status = 'publish',
	type = 'post',
	creator = 'hanako',
	category = '税務・会計',
	password = '',
}: Post) => `
	<item><title><![CDATA[${title}]]></title><link>https://blog.example/?p=${id}</link><dc:creator><![CDATA[${creator}]]></dc:creator>
	<content:encoded><![CDATA[${html}]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded><wp:post_id>${id}</wp:post_id>
	<wp:status><![CDATA[${status}]]></wp:status><wp:post_type><![CDATA[${type}]]></wp:post_type><wp:post_password><![CDATA[${password}]]></wp:post_password>
	<category domain="category" nicename="tax"><![CDATA[${category}]]></category><category domain="post_tag" nicename="x"><![CDATA[開業]]></category></item>`

const wxr = (posts: readonly Post[], head = '') => `<?xml version="1.0" encoding="UTF-8" ?>${head}
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
	xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>花子税理士のブログ</title><link>https://blog.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>https://blog.example</wp:base_blog_url>
<wp:author><wp:author_login><![CDATA[hanako]]></wp:author_login><wp:author_email><![CDATA[hanako@example.com]]></wp:author_email></wp:author>
${posts.map(postXml).join('')}</channel></rss>`

/** In pieces that part characters. */
const read = (text: string) => {
	const bytes = new TextEncoder().encode(text)
	return readWxr(Array.from({ length: Math.ceil(bytes.length / 1_001) }, (_, place) => bytes.subarray(place * 1_001, (place + 1) * 1_001)))
}
const refusalOf = async (text: string) => (await domainErrorOf(read(text))).sentences

async function makeAuthor(ctx: TestCtx, professions: Parameters<typeof makeExpert>[1] = {}) {
	const account = await testSite(ctx).account('hanako@example.com')
	return { userId: account.docId, expertId: await makeExpert(ctx, { ...professions, user_id: account.docId }) }
}

test('HTML becomes the Markdown of articles: headings, flat lists, links and tables, without pictures and scripts', async () => {
	const toMarkdown = await loadConverter()
	const { markdown, images } = toMarkdown(HTML)
	expect(markdown).toBe(
		[
			'開業届は、事業を始めた日から**1か月以内**に税務署へ提出します。',
			'## 提出するもの',
			'- 開業届\n- 青色申告承認申請書\n- 期限に注意',
			'様式は[国税庁のページ](https://www.nta.go.jp/)にあります。',
		].join('\n\n'),
	)
	expect(images).toEqual(['https://blog.example/scan.png'])
	expect(toMarkdown('<table><tr><th>期限</th><th>税</th></tr><tr><td>3月15日</td><td>所得税</td></tr></table>').markdown).toBe(
		'| 期限 | 税 |\n| --- | --- |\n| 3月15日 | 所得税 |',
	)
	expect(toMarkdown('一段目\n\n二段目<script>alert(1)</script><a href="javascript:alert(1)">ここ</a>').markdown).toBe(
		'一段目\n\n二段目ここ',
	)
})

test('only exports of WordPress are read, without a document type and within the limits', async () => {
	const file = await read(wxr([{ id: 1 }, { id: 2, status: 'draft' }]))
	expect(file).toMatchObject({
		source: 'https://blog.example',
		items: [{ id: '1', authorEmail: 'hanako@example.com', categories: ['税務・会計'] }, { id: '2' }],
	})
	expect(await refusalOf(wxr([{ id: 1 }], '<!DOCTYPE rss [<!ENTITY a "aaaa">]>'))).toContain('DOCTYPE')
	expect(await refusalOf('<rss><channel><title>ニュース</title></channel></rss>')).toContain('WordPress')
	expect(await refusalOf('<html></html>')).toContain('WordPress')
	expect(await refusalOf(wxr([{ id: 1 }]).slice(0, -20))).toContain('XML')
	expect(await refusalOf(wxr([{ id: 1, html: 'あ'.repeat(1_000_001) }]))).toContain('大きすぎる')
})

test('posts become drafts of the experts whose proved address they have, and of the editors otherwise, once', () =>
	withCtx(async (ctx) => {
		const { userId, expertId } = await makeAuthor(ctx)
		const file = await read(wxr([{ id: 1 }, { id: 2, creator: 'somebody' }]))
		const planned = await planArticles(ctx, file, null)
		expect(planned.map(({ outcome, author }) => [outcome, author?.expertId ?? null])).toEqual([
			['new', expertId],
			['new', null],
		])
		expect(planned[0]?.notes.join('')).toContain('画像は取り込みません：https://blog.example/scan.png')
		expect(await importArticles(ctx, file.source, planned)).toBe(2)
		expect(await importArticles(ctx, file.source, planned)).toBe(0)
		expect((await planArticles(ctx, file, null)).map(({ outcome }) => outcome)).toEqual(['known', 'known'])
		const made = await ctx.db
			.selectFrom('articles')
			.select(['author', 'author_user_id', 'stage', 'published_at', 'manuscript'])
			.orderBy('id', 'desc')
			.limit(2)
			.execute()
		expect(made).toMatchObject([
			{ author: 'editor', author_user_id: null, stage: 'draft', published_at: null },
			{ author: 'expert', author_user_id: userId, stage: 'draft', published_at: null, manuscript: { title: '開業届の出し方と期限' } },
		])
	}))

test('a named expert gets the articles of authors without an account', () =>
	withCtx(async (ctx) => {
		const { expertId } = await makeAuthor(ctx)
		const file = await read(wxr([{ id: 1, creator: 'somebody' }]))
		expect((await planArticles(ctx, file, 'Hanako@example.com'))[0]?.author?.expertId).toBe(expertId)
		expect((await domainErrorOf(planArticles(ctx, file, 'nobody@example.com'))).sentences).toContain('nobody@example.com')
	}))

test('what is no public post, too long or forbidden advertising is refused with the reason', () =>
	withCtx(async (ctx) => {
		await makeAuthor(ctx, { professions: ['bengoshi'] })
		const file = await read(
			wxr([
				{ id: 1, status: 'trash' },
				{ id: 2, type: 'page' },
				{ id: 3, password: 'secret' },
				{ id: 4, html: '' },
				{ id: 5, html: `<p>${'あ'.repeat(16_001)}</p>` },
				{ id: 6, html: '<p>当事務所の勝訴率は95%です。</p>' },
				{ id: 7, type: 'attachment' },
			]),
		)
		const planned = await planArticles(ctx, file, null)
		expect(planned.map(({ sourceId, outcome }) => [sourceId, outcome])).toEqual(['1', '2', '3', '4', '5', '6'].map((id) => [id, 'refused']))
		expect(planned.map(({ notes }) => notes[0])).toEqual([
			'ゴミ箱にある記事です。',
			'固定ページです。',
			'パスワードで保護された記事です。',
			'本文がありません。',
			expect.stringContaining('本文が長すぎる'),
			expect.stringContaining('勝訴率'),
		])
		expect(await importArticles(ctx, file.source, planned)).toBe(0)
	}))

async function editorOf(ctx: TestCtx) {
	const site = testSite(ctx)
	const account = await site.account('editor@example.com')
	await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role: 'editor' }).execute()
	const browser = site.browser()
	await browser.enter(account.uid)
	return requireRecentStaff(await browser.ctx(), 'editor')
}

const all = { outcome: null, cursor: null }

test('an editor sees what becomes of each article, makes the drafts once, and the export stays known', () =>
	withCtx(async (ctx) => {
		const { userId } = await makeAuthor(ctx)
		const editor = await editorOf(ctx)
		const file = await read(wxr([{ id: 1 }, { id: 2, creator: 'somebody' }, { id: 3, status: 'trash' }]))
		const id = await checkArticles(editor, { fileName: 'blog.xml', file, fallbackEmail: '' })
		const { run, rows } = await getArticleImport(editor, id, all)
		expect(run).toMatchObject({ source: 'https://blog.example', importedAt: null, counts: { new: 2, known: 0, refused: 1 } })
		expect(rows.map(({ outcome, authorName }) => [outcome, authorName === '編集部'])).toEqual([
			['new', false],
			['new', true],
			['refused', false],
		])
		expect(rows[2]?.notes).toEqual(['ゴミ箱にある記事です。'])

		expect(await confirmArticles(editor, id)).toBe(2)
		const made = await ctx.db.selectFrom('articles').select('author_user_id').orderBy('id', 'desc').limit(2).execute()
		expect(made.map((row) => row.author_user_id)).toEqual([null, userId])
		expect((await domainErrorOf(confirmArticles(editor, id))).kind).toBe('conflict')
		expect((await domainErrorOf(discardArticles(editor, id))).kind).toBe('conflict')
		expect((await listArticleImports(editor, null)).items[0]).toMatchObject({ id, made: 2, importedAt: ctx.now() })
		const again = await checkArticles(editor, { fileName: 'blog.xml', file, fallbackEmail: '' })
		expect((await getArticleImport(editor, again, { outcome: 'known', cursor: null })).rows).toHaveLength(2)
		expect((await domainErrorOf(confirmArticles(editor, again))).kind).toBe('conflict')
	}))

test('an author who is no verified expert any more gets no draft', () =>
	withCtx(async (ctx) => {
		const { expertId } = await makeAuthor(ctx)
		const editor = await editorOf(ctx)
		const id = await checkArticles(editor, {
			fileName: 'blog.xml',
			file: await read(wxr([{ id: 1 }, { id: 2, creator: 'somebody' }])),
			fallbackEmail: '',
		})
		await ctx.db.updateTable('experts').set({ state: 'suspended' }).where('id', '=', expertId).execute()
		expect(await confirmArticles(editor, id)).toBe(1)
		expect((await getArticleImport(editor, id, { outcome: 'refused', cursor: null })).rows[0]?.notes.join('')).toContain('執筆者が')
	}))

test('a check that nobody confirmed is deleted by hand, or with the next one a week later', () =>
	withCtx(async (ctx) => {
		const editor = await editorOf(ctx)
		const file = await read(wxr([{ id: 1, creator: 'somebody' }]))
		const check = (now: Date) => checkArticles({ ...editor, now: () => now }, { fileName: '', file, fallbackEmail: '' })
		const [old, open] = [await check(new Date(ctx.now().getTime() - days(8))), await check(ctx.now())]
		expect((await listArticleImports(editor, null)).items.map(({ id }) => id)).toEqual([open])
		expect((await domainErrorOf(confirmArticles(editor, old))).kind).toBe('not-found')
		await discardArticles(editor, open)
		expect((await listArticleImports(editor, null)).items).toEqual([])
	}))
