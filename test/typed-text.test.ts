import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { userChangeSchema } from '../src/domain/accounts/schemas.ts'
import { updateUser } from '../src/domain/accounts/users.ts'
import type { Ctx, Member } from '../src/domain/shared/context.ts'
import { save as saveSection, officeSite } from '../src/domain/offices/offices-for-test.ts'
import { setTitle } from '../src/domain/memberships/office-membership.ts'
import { reportSchema } from '../src/domain/moderation/schemas.ts'
import { report } from '../src/domain/moderation/reports.ts'
import { manuscriptSchema } from '../src/domain/articles/article-schemas.ts'
import { content } from '../src/domain/articles/articles-for-test.ts'
import { beginArticle, saveOwnArticle } from '../src/domain/articles/article-writing.ts'
import { postAnswer } from '../src/domain/questions/answers.ts'
import { saveDraft } from '../src/domain/questions/drafts.ts'
import { answerSchema, questionSchema } from '../src/domain/questions/schemas.ts'
import { makeMember, makeExpertViewer, answerInput, as, questionInput } from '../src/domain/questions/questions-for-test.ts'
import { postQuestion } from '../src/domain/questions/questions.ts'
import { removeInvisible } from '../src/domain/shared/text-input.ts'
import { addFavourite } from '../src/domain/social/favourites.ts'
import { favouriteEditSchema } from '../src/domain/social/schemas.ts'
import { withCtx } from './database.ts'

/** An override, an isolate, a zero-width space, a tag, a filler and a byte order mark. */
const HOSTILE = '\u202e\u2066\u200b\u{e0041}\u3164\ufeff'
const SEEN_BY_NOBODY = '[\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\u{e0000}-\u{e00ff}]'
const lace = (text: string): string => text.slice(0, 1) + HOSTILE + text.slice(1) + HOSTILE

/** Words of many lengths and kinds, so that every field of free text accepts one of them. */
const candidates = [
	'あおい',
	'ひらがなのことば',
	'開業一年目の確定申告で経費にできるもの',
	'自宅の家賃や通信費をどこまで経費にできるのか、按分の考え方を教えてください。'.repeat(2),
	'事業に使った割合を合理的な基準で示せる範囲で必要経費になります。'.repeat(15),
	'https://www.nta.go.jp/taxes/',
	'person@example.com',
	'03-1234-5678',
	'2026-04-01',
	'1234567',
].map(lace)

/** Never displayed: compared or looked up by its hash only. */
const neverShown = new Set(['givenPasswordSchema', 'newPasswordSchema', 'oobCodeSchema'])

type Leaf = { name: string; schema: z.ZodType }
const inner = (schema: z.ZodType): z.ZodType | undefined => (schema.def as { innerType?: z.ZodType }).innerType

/** The fields of a schema, down to what reads one value. */
function leavesOf(name: string, schema: z.ZodType): Leaf[] {
	if (schema instanceof z.ZodObject)
		return Object.entries(schema.shape).flatMap(([field, one]) => leavesOf(`${name}.${field}`, one as z.ZodType))
	if (schema instanceof z.ZodArray) return leavesOf(`${name}[]`, schema.element as z.ZodType)
	const wrapped = inner(schema)
	return wrapped === undefined ? [{ name, schema }] : leavesOf(name, wrapped)
}

const stringsOf = (value: unknown): string[] => {
	if (typeof value === 'string') return [value]
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

const domain = path.resolve(import.meta.dirname, '../src/domain')
const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('schemas.ts'))

async function schemasOf(file: string): Promise<Leaf[]> {
	const exported = Object.entries((await import(pathToFileURL(path.join(domain, file)).href)) as Record<string, unknown>)
	return exported.flatMap(([name, value]) => {
		if (neverShown.has(name)) return []
		// Schemas of forms with days are made for a moment.
		const made = typeof value === 'function' && name.endsWith('Schema') ? (value as (now: Date) => unknown)(new Date()) : value
		return made instanceof z.ZodType ? leavesOf(`${file} ${name}`, made) : []
	})
}

describe('every schema of typed text', () => {
	test.each(files)('%s lets no invisible character through', async (file) => {
		const leaves = await schemasOf(file)
		for (const { name, schema } of leaves)
			for (const candidate of candidates)
				for (const given of [candidate, [candidate]]) {
					const parsed = schema.safeParse(given)
					const kept = parsed.success ? stringsOf(parsed.data) : []
					expect([name, ...kept]).toEqual([name, ...kept.map(removeInvisible)])
				}
	})

	test('is read by the test: most fields of text accept one of its words', async () => {
		const leaves = (await Promise.all(files.map(schemasOf))).flat()
		const accepting = leaves.filter(({ schema }) =>
			candidates.some((one) => {
				const parsed = schema.safeParse(one)
				return parsed.success && typeof parsed.data === 'string'
			}),
		)
		expect(accepting.length).toBeGreaterThan(50)
	})
})

/** Every write that keeps text, with hostile characters in it. */
const writes: Record<string, (ctx: Ctx, who: { member: Ctx; expert: Ctx; questionId: number }) => Promise<unknown>> = {
	'a question': (_, { member }) => {
		const typed = questionInput()
		return postQuestion(member, questionSchema.parse({ ...typed, title: lace(typed.title), body: lace(typed.body), industry: lace('IT') }))
	},
	'an answer with its sources': (_, { expert, questionId }) => {
		const typed = answerInput()
		const sources = [{ title: lace('国税庁'), url: 'https://www.nta.go.jp/\u202e' }]
		return postAnswer(expert, questionId, answerSchema.parse({ ...typed, body: lace(typed.body), sources }))
	},
	'the draft of a question': (_, { member }) => saveDraft(member, null, { title: lace('題'), nested: [lace('本文')] }),
	'an unfinished article': async (_, { expert }) => {
		const { id } = await beginArticle(expert)
		const typed = content()
		const manuscript = manuscriptSchema.parse({
			...typed,
			title: lace(typed.title),
			lead: lace(typed.lead),
			body: lace(typed.body),
			sources: [{ title: lace('国税庁'), url: lace('https://www.nta.go.jp/') }],
		})
		return saveOwnArticle(expert, id, { manuscript, version: 1 })
	},
	'a report': (_, { member, questionId }) =>
		report(member, { kind: 'question', id: questionId }, reportSchema.parse({ reason: 'other', body: lace('宣伝です。') })),
	'folder and memo of a favourite': (_, { member, questionId }) =>
		addFavourite(member, {
			kind: 'question',
			targetId: questionId,
			...favouriteEditSchema.parse({ folder: lace('後で'), memo: lace('読み返す') }),
		}),
	'the names of an account': (_, { member }) =>
		updateUser(member, (member.viewer as Member).userId, userChangeSchema.parse({ firstName: lace('花子'), lastName: lace('山田') })),
}

/** Large, and never typed into. */
const GEOGRAPHY = ['municipality_neighbours', 'postal_codes', 'station_lines', 'station_municipalities', 'stations', 'suggestion_terms']

async function tablesWithInvisible(ctx: Ctx): Promise<string[]> {
	const { rows } = await sql<{ name: string }>`
		select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all (${GEOGRAPHY}::text[])
	`.execute(ctx.db)
	const found: string[] = []
	for (const { name } of rows) {
		const hits = await sql<{ hits: number }>`
			select count(*)::integer as hits from ${sql.table(name)} t where to_jsonb(t)::text ~ ${SEEN_BY_NOBODY}
		`.execute(ctx.db)
		if ((hits.rows[0]?.hits ?? 0) > 0) found.push(name)
	}
	return found
}

describe('no invisible character survives in the database', () => {
	test.each(Object.keys(writes))('in %s', (name) =>
		withCtx(async (ctx) => {
			const { id: questionId } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
			const who = { member: as(ctx, await makeMember(ctx)), expert: as(ctx, (await makeExpertViewer(ctx)).viewer), questionId }
			await writes[name]?.(ctx, who)
			expect(await tablesWithInvisible(ctx)).toEqual([])
		}),
	)

	test('in the draft of an office and the title of its member', () =>
		withCtx(async (ctx) => {
			const { owner, officeId } = await officeSite(ctx)
			const mine = await owner.ctx()
			await saveSection(mine, officeId, 'about', { headline: lace('三鷹の税理士'), description: lace('特徴です。') })
			await setTitle(mine, officeId, owner.expertId, lace('所長'))
			expect(await tablesWithInvisible(ctx)).toEqual([])
		}))

	test('and the scan of all tables finds one that bypassed the cleaner', () =>
		withCtx(async (ctx) => {
			const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
			await ctx.db.updateTable('questions').set({ industry: HOSTILE }).where('id', '=', id).execute()
			expect(await tablesWithInvisible(ctx)).toEqual(['questions'])
		}))
})
