import { sql } from 'kysely'
import { tsvectorOf } from '../../platform/search-tokens.ts'
import type { Ctx } from '../context.ts'

/** Goes up when the tokens of a text change (platform/search-tokens.ts): what was indexed before is then indexed again. */
const TOKENISER = 2

export type Searchable = { id: number; title: string; body: string }

/** What the search reads of a question: its title twice, because a hit there says more. */
export const searchVectors = ({ title, body }: Omit<Searchable, 'id'>) => ({
	title_tokens: tsvectorOf([{ text: title, weight: 'A' }]),
	tokens: tsvectorOf([
		{ text: title, weight: 'A' },
		{ text: body, weight: 'D' },
	]),
})

/** Makes questions findable, or findable by their new texts. In the transaction that writes them. */
export async function indexQuestions(ctx: Pick<Ctx, 'db'>, questions: readonly Searchable[]): Promise<void> {
	if (questions.length === 0) return
	const vectors = questions.map(searchVectors)
	await sql`
		insert into question_searches (question_id, tokeniser, title_tokens, tokens)
		select id, ${TOKENISER}::smallint, title_tokens::tsvector, tokens::tsvector
		from unnest(
			${questions.map(({ id }) => id)}::integer[], ${vectors.map((one) => one.title_tokens)}::text[], ${vectors.map((one) => one.tokens)}::text[]
		) as r (id, title_tokens, tokens)
		on conflict (question_id) do update
			set tokeniser = excluded.tokeniser, title_tokens = excluded.title_tokens, tokens = excluded.tokens
	`.execute(ctx.db)
}

const BATCH = 500

/** Indexes again what an older tokeniser has cut. Returns how many questions that were. */
export async function reindexQuestions(ctx: Pick<Ctx, 'db'>): Promise<number> {
	let done = 0
	for (;;) {
		const stale = await ctx.db
			.selectFrom('question_searches as s')
			.innerJoin('questions as q', 'q.id', 's.question_id')
			.select(['q.id', 'q.title', 'q.body'])
			.where('s.tokeniser', '<>', TOKENISER)
			.limit(BATCH)
			.execute()
		if (stale.length === 0) return done
		await indexQuestions(ctx, stale)
		done += stale.length
	}
}
