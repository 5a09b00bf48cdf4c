import { type ArticleBlock, chaptersOf } from '../../domain/articles/article-markdown.ts'
import { ruleRooms, ruleVersion } from '../../domain/shared/rule-versions.ts'
import { outsideTransmissions } from '../../http/outside.ts'
import { cacheable, cacheHeaders, configContext, withCtx } from '../context.ts'
import { useSite } from '../layout/site.ts'
import { ContactWays } from '../ui/document.tsx'
import { AnalyticsStorage, OutsideTransmissions } from './privacy-analytics.tsx'
import { RuleDocument } from './rule-document.tsx'
import { ruleBlocks, ruleSettings, summaryPoints } from './rule-texts.server.ts'
import type { Route } from './+types/privacy.page'

export const handle = { plain: true }

export const headers = cacheHeaders

/** Headings that other pages lead to. */
const ids: Readonly<Record<string, string>> = {
	'見積もり、問い合わせ、相談を送るとき': 'privacy-forms',
	'5. 記録と保存期間': 'privacy-logs',
}

const withIds = (block: ArticleBlock): ArticleBlock => (block.kind === 'heading' ? { ...block, id: ids[block.text] ?? block.id } : block)

/** The outside transmissions come from the table that also builds the content security policy. */
export const loader = withCtx(async (ctx, { context }: Route.LoaderArgs) => {
	const config = context.get(configContext)
	const version = ruleVersion('privacy', ctx.now())
	const blocks = ruleBlocks('privacy', version, ruleSettings(ctx, config), true).map(withIds)
	return cacheable(
		{
			version,
			current: version,
			versions: [...ruleRooms.privacy.versions],
			blocks,
			summary: summaryPoints('privacy'),
			contents: chaptersOf(blocks).map(({ id, text }) => ({ id, label: text })),
			transmissions: outsideTransmissions(config).map(({ name, provider, purpose, sent, when, optOut }) => ({
				name,
				provider,
				purpose,
				sent,
				when,
				optOut,
			})),
		},
		['settings'],
	)
})

export default function PrivacyPage({ loaderData: { transmissions, ...text } }: Route.ComponentProps) {
	const { name } = useSite()
	return (
		<RuleDocument
			room="privacy"
			description={`${name}が取り扱う情報、Cookie、外部への送信、記録の保存期間、開示などの請求の方法を説明します。`}
			parts={{
				'analytics-storage': <AnalyticsStorage />,
				transmissions: <OutsideTransmissions rows={transmissions} />,
				'contact-ways': <ContactWays />,
			}}
			{...text}
		/>
	)
}
