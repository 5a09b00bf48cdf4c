import { getOfficeForEdit } from '../../../domain/offices/office-editing.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { bookingSettingsPath, officeEditPath, officeEmbedPath, officeMembersPath, ownOfficesPath } from '../../../domain/shared/links.ts'
import { withCtx } from '../../context.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { pageAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Route } from './+types/office-edit.page'
import { editParts, type EditPart } from './edit-parts.ts'
import { type Overview, readOverview } from './office-edit.server.ts'
import { overviewForms } from './office-forms.server.ts'
import { acceptingLabel, OfficeChange, OfficeLine, PublishBar, SavedNotice, SuspensionNotice } from './office-status.tsx'
import editor from './editor.module.css'
import styles from './offices.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => ({
	...(await readOverview(ctx, await getOfficeForEdit(ctx, parseId(params.id)))),
	saved: new URL(request.url).searchParams.get('saved'),
	csrfToken: formToken(context, request),
}))

export const action = pageAction(overviewForms)

export default function OfficeEditPage({ loaderData, actionData }: Route.ComponentProps) {
	const { office, sections, completeness, wanted, saved, csrfToken } = loaderData
	return (
		<>
			<Head title={`${office.name}の編集`} description="事務所のページを編集します。" path={officeEditPath(office.id)} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '事務所', path: ownOfficesPath() },
					{ label: `${office.name}の編集`, path: officeEditPath(office.id) },
				]}
			/>
			<div className={styles.page}>
				<h1>{`${office.name}の編集`}</h1>
				<ErrorSummary formState={actionData} />
				<SavedNotice saved={actionData ? null : saved} office={office} csrfToken={csrfToken} />
				<OfficeLine office={office} />
				<SuspensionNotice office={office} />
				<OfficeChange office={office} csrfToken={csrfToken} />
				<NextSteps officeId={office.id} completeness={completeness} />
				<WantedTasks officeId={office.id} wanted={wanted} />
				<ul className={editor.parts} aria-label="編集する項目">
					{editParts.map(({ section, label, hint }) => (
						<li key={section}>
							<Link to={officeEditPath(office.id, { section })} className={editor.part}>
								<span className={editor.partName}>{label}</span>
								<PartState part={section} sections={sections} />
								<span className={editor.partSummary}>{partSummary(section, loaderData) || `未入力（${hint}）`}</span>
							</Link>
						</li>
					))}
					<li>
						<Link to={bookingSettingsPath(office.id)} className={editor.part}>
							<span className={editor.partName}>面談の予約</span>
							<span className={editor.partSummary}>受け付ける時間、方法、休む日</span>
						</Link>
					</li>
					<li>
						<Link to={officeMembersPath(office.id)} className={editor.part}>
							<span className={editor.partName}>メンバー</span>
							<span className={editor.partSummary}>招待、役割、脱退</span>
						</Link>
					</li>
					<li>
						<Link to={officeEmbedPath(office.id)} className={editor.part}>
							<span className={editor.partName}>ご自分のサイトに載せる</span>
							<span className={editor.partSummary}>リンク、バッジ、相談窓口の枠</span>
						</Link>
					</li>
				</ul>
				<PublishBar office={office} drafts={sections.filter(({ isDraft }) => isDraft).length} csrfToken={csrfToken} />
			</div>
		</>
	)
}

function partSummary(part: EditPart, { office, sections, photos }: Pick<Overview, 'office' | 'sections' | 'photos'>): string {
	if (part === 'photos') return photos.count === 0 ? '' : `${photos.count}枚（${photos.most}枚まで）`
	if (part === 'visibility') return acceptingLabel(office)
	return sections.find(({ section }) => section === part)?.summary ?? ''
}

/** Whether a section has a draft, and whether it can be published. */
function PartState({ part, sections }: { part: EditPart; sections: Overview['sections'] }) {
	const state = sections.find(({ section }) => section === part)
	if (!state?.isDraft) return null
	return state.faults > 0 ? <Tag tone="warn">{`直すところ${state.faults}か所`}</Tag> : <Tag tone="accent">未反映の下書き</Tag>
}

/** Tasks that people near the office wait for. */
function WantedTasks({ officeId, wanted }: { officeId: number; wanted: Overview['wanted'] }) {
	if (wanted.length === 0) return null
	return (
		<section className={editor.steps} aria-labelledby="wanted-title">
			<h2 id="wanted-title">この地域で、掲載を待っている方がいます</h2>
			<p>事務所の掲載のお知らせを登録した方の数です。業務の料金を登録して公開すると、一覧に載り、待っている方にお知らせが届きます。</p>
			<ul>
				{wanted.map(({ taskId, name, people }) => (
					<li key={taskId}>
						<Link to={officeEditPath(officeId, { section: 'fees' })}>{`「${name}」を待っている方：${people}人`}</Link>
					</li>
				))}
			</ul>
		</section>
	)
}

const SHOWN_STEPS = 3

/** How complete the page is, and what would help clients most. */
function NextSteps({ officeId, completeness: { done, all, missing } }: { officeId: number; completeness: Overview['completeness'] }) {
	if (missing.length === 0) return <p className={styles.quiet}>相談する方がよく見る項目は、すべて入力されています。</p>
	return (
		<section className={editor.steps} aria-labelledby="steps-title">
			<h2 id="steps-title">{`あと${missing.length}項目で、相談する方が知りたいことがそろいます`}</h2>
			<progress max={all} value={done} aria-label={`${all}項目のうち${done}項目を入力済み`} />
			<ul>
				{missing.slice(0, SHOWN_STEPS).map(({ part, advice }) => (
					<li key={advice}>
						<Link to={officeEditPath(officeId, { section: part })}>{advice}</Link>
					</li>
				))}
			</ul>
		</section>
	)
}
