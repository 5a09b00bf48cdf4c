import { findOpenAppeal } from '../../../domain/moderation/appeals.ts'
import { reportLengths, subjectLabels } from '../../../domain/moderation/input.ts'
import { readSubjectPreview } from '../../../domain/moderation/subject-previews.ts'
import { decisionSchema } from '../../../domain/moderation/schemas.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { viewPreview } from '../posts/subject-preview.tsx'
import { SubjectQuote } from '../posts/subject-quote.tsx'
import type { Route } from './+types/appeals-desk.page'
import { deskForms } from './desk-action.server.ts'
import { openDesk } from './desk-data.server.ts'
import { PlainDesk } from './plain-desk.tsx'
import adminStyles from '../admin.module.css'

/** Authors who ask staff to look again. */
export const loader = staffLoader(['moderator'], 'routine', async (ctx, args: Route.LoaderArgs) => {
	const data = await openDesk(ctx, 'appeals', args)
	const entry = data.openId > 0 ? await findOpenAppeal(ctx, data.openId) : null
	const preview = entry && viewPreview(await readSubjectPreview(ctx, entry.subject))
	return { ...data, item: entry && { ...entry, preview, at: momentText(entry.at) } }
})

export const action = staffAction(['moderator'], 'verdict', deskForms('appeals', decisionSchema))

const filters = (['question', 'answer', 'review'] as const).map((kind) => ({ value: kind, label: subjectLabels[kind] }))

export default function AppealsDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { item } = loaderData
	return (
		<PlainDesk
			queue="appeals"
			title="異議の申し立て"
			data={loaderData}
			filters={filters}
			lead={null}
			formState={formState}
			decision={{ hint: `${reportLengths.reason.min}〜${reportLengths.reason.max}文字。どちらの判断でも、書いた人に届きます。` }}
		>
			{item && (
				<>
					<h2>{`${subjectLabels[item.subject.kind]}についての申し立て`}</h2>
					<SubjectQuote about={item.about} preview={item.preview} />
					<h3>申し立ての内容</h3>
					<p className={adminStyles.text}>{item.body}</p>
					<p className={adminStyles.quiet}>{`${item.at}に申し立て`}</p>
				</>
			)}
		</PlainDesk>
	)
}
