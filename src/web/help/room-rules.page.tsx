import { redirect } from 'react-router'
import { notFound } from '../../domain/shared/errors.ts'
import { rulesPath } from '../../domain/shared/links.ts'
import { isRuleRoom, ruleRooms, ruleVersion } from '../../domain/shared/rule-versions.ts'
import { cacheable, cacheHeaders, configContext, withCtx } from '../context.ts'
import { RuleDocument } from './rule-document.tsx'
import { ruleBlocks, ruleSettings, summaryPoints } from './rule-texts.server.ts'
import type { Route } from './+types/room-rules.page'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { params: { room }, context }: Route.LoaderArgs) => {
	if (!isRuleRoom(room)) throw notFound('rules')
	if (room === 'general' || room === 'privacy') throw redirect(rulesPath(room), 301)
	const version = ruleVersion(room, ctx.now())
	const blocks = ruleBlocks(room, version, ruleSettings(ctx, context.get(configContext)))
	return cacheable({ room, version, current: version, versions: [...ruleRooms[room].versions], blocks, summary: summaryPoints(room) }, [
		'settings',
	])
})

export default function RoomRulesPage({ loaderData }: Route.ComponentProps) {
	const { label } = ruleRooms[loaderData.room]
	return <RuleDocument description={`${label}。利用規約とあわせて当てはまる約束を、平易な言葉で定めています。`} {...loaderData} />
}
