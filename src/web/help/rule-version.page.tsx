import { notFound } from '../../domain/shared/errors.ts'
import { isRuleRoom, ruleRooms, ruleVersion } from '../../domain/shared/rule-versions.ts'
import { cacheable, cacheHeaders, configContext, withCtx } from '../context.ts'
import { RuleDocument } from './rule-document.tsx'
import { ruleBlocks, ruleChange, ruleSettings, ruleText } from './rule-texts.server.ts'
import type { Route } from './+types/rule-version.page'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { params: { room, version }, context }: Route.LoaderArgs) => {
	if (!isRuleRoom(room) || ruleText(room, version) === null) throw notFound('rules')
	const settings = ruleSettings(ctx, context.get(configContext))
	return cacheable(
		{
			room,
			version,
			current: ruleVersion(room, ctx.now()),
			versions: [...ruleRooms[room].versions],
			blocks: ruleBlocks(room, version, settings),
			change: ruleChange(room, version, settings),
		},
		['settings'],
	)
})

export default function RuleVersionPage({ loaderData }: Route.ComponentProps) {
	const { label } = ruleRooms[loaderData.room]
	return <RuleDocument isVersionPage description={`${label}の${loaderData.version}の版と、前の版との違いです。`} {...loaderData} />
}
