import { type RuleRoom, ruleRooms, ruleVersion } from '../../domain/shared/rule-versions.ts'
import { cacheable, cacheHeaders, configContext, withCtx } from '../context.ts'
import { RuleDocument } from './rule-document.tsx'
import { ruleBlocks, ruleSettings, summaryPoints } from './rule-texts.server.ts'
import type { Route } from './+types/rules.page'

export const handle = { plain: true }

export const headers = cacheHeaders

const room: RuleRoom = 'general'

export const loader = withCtx(async (ctx, { context }: Route.LoaderArgs) => {
	const version = ruleVersion(room, ctx.now())
	const blocks = ruleBlocks(room, version, ruleSettings(ctx, context.get(configContext)))
	return cacheable({ version, current: version, versions: [...ruleRooms[room].versions], blocks, summary: summaryPoints(room) }, [
		'settings',
	])
})

export default function RulesPage({ loaderData }: Route.ComponentProps) {
	return (
		<RuleDocument
			room={room}
			description="アカウント、投稿の権利、やり取りの秘密、責任の範囲、消費者の権利など、このサイトを使うときの約束を定めています。"
			{...loaderData}
		/>
	)
}
