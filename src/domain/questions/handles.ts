import { randomInt } from 'node:crypto'
import type { Ctx } from '../shared/context.ts'
import { dropQuestionPages } from './thread.ts'

/** Names of birds and plants that are not personal names. */
const names =
	'カワセミ,メジロ,シジュウカラ,ヤマガラ,ツグミ,ヒバリ,ウグイス,ミソサザイ,オオルリ,キビタキ,ルリビタキ,ジョウビタキ,コゲラ,アカゲラ,エナガ,ホオジロ,カシラダカ,イカル,シメ,マヒワ,カケス,オナガ,セキレイ,チドリ,シギ,アオサギ,コサギ,カイツブリ,オシドリ,マガモ,コハクチョウ,ノビタキ,コマドリ,ムクドリ,ヒガラ,スミレ,リンドウ,ナデシコ,キキョウ,アザミ,ツユクサ,レンゲ,タンポポ,カタクリ,ニリンソウ,ハコベ,オミナエシ,ワレモコウ,フジバカマ,ハギ,ススキ,クヌギ,コナラ,ケヤキ,ブナ,トチノキ,カツラ,ヤマボウシ,コブシ,アオダモ,ナナカマド,ガマズミ,ツバキ,サザンカ,アジサイ,クチナシ,モクセイ,ヒイラギ,ナンテン,マンサク,レンギョウ,ユキヤナギ'.split(
		',',
	)

/**
 * Draws a handle for the asker of one thread. It is random and not derived from the user, so that two handles never reveal
 * whether two threads have the same asker.
 */
export const drawHandle = (draw: (count: number) => number = randomInt): string => `匿名の${names[draw(names.length)]}さん`

/** Call it when a person's name or its visibility has changed: drops the cached pages of their questions under that name. */
export async function refreshNamedQuestions(ctx: Ctx, userId: string): Promise<void> {
	const named = await ctx.db
		.selectFrom('questions')
		.select('id')
		.where('asker_id', '=', userId)
		.where('is_anonymous', '=', false)
		.where('deleted_at', 'is', null)
		.execute()
	await dropQuestionPages(
		ctx,
		named.map(({ id }) => id),
	)
}
