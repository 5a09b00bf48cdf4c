import { staffItemPreviewPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { InputField } from '../../forms/field.tsx'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import formStyles from '../../forms/form.module.css'
import { Link } from '../../ui/link.tsx'
import styles from '../admin.module.css'
import { Changes } from './changes.tsx'
import type { Route } from './+types/item.page'

type Data = Route.ComponentProps['loaderData']
type Props = { data: Data; draft: NonNullable<Data['draft']>; formState: FormState | undefined }

/** What publishing the draft changes and whom it concerns, and the ways to do it. */
export function Publishing({ data, draft, formState }: Props) {
	const { name, csrfToken, itemVersion } = data
	return (
		<section className={styles.section} aria-labelledby="publishing">
			<h2 id="publishing">公開する前の確認</h2>
			<p className={styles.quiet}>{`下書き：${draft.saved}`}</p>
			{draft.failure !== null && <p className={styles.failure}>{`予約した公開ができませんでした。${draft.failure}`}</p>}
			{draft.changes.length === 0 ? <p>表示の変わる欄はありません。</p> : <Changes changes={draft.changes} />}
			<Impact impact={data.impact} usage={data.usage} />
			<p>
				<Link to={staffItemPreviewPath(name.kind, name.key)}>公開したときのページを見る</Link>
			</p>
			<ErrorSummary
				formState={formStateFor(formState, 'publish') ?? formStateFor(formState, 'unschedule') ?? formStateFor(formState, 'discard')}
			/>
			<form method="post">
				<HiddenFields csrfToken={csrfToken} intent="publish" version={draft.version} />
				<button type="submit" className="button">
					いま公開する
				</button>
			</form>
			<Schedule data={data} draft={draft} formState={formState} />
			<form method="post">
				<HiddenFields csrfToken={csrfToken} intent="discard" />
				<input type="hidden" name="itemVersion" value={itemVersion} />
				<button type="submit" className="button" data-kind="quiet">
					下書きを捨てる
				</button>
			</form>
		</section>
	)
}

function Schedule({ data: { csrfToken }, draft, formState }: Props) {
	const own = formStateFor(formState, 'schedule')
	if (draft.publishText !== null && draft.failure === null)
		return (
			<form method="post" className={styles.scheduled}>
				<HiddenFields csrfToken={csrfToken} intent="unschedule" version={draft.version} />
				<p>{`${draft.publishText}に公開します。`}</p>
				<button type="submit" className="button" data-kind="quiet">
					予約を取り消す
				</button>
			</form>
		)
	return (
		<form method="post" className={formStyles.form} noValidate>
			<ErrorSummary formState={own} />
			<HiddenFields csrfToken={csrfToken} intent="schedule" version={draft.version} />
			<div className={formStyles.row}>
				<InputField
					id="publishOn"
					label="公開する日"
					type="date"
					error={own?.fields['publishOn']}
					defaultValue={textIn(own?.values, 'publishOn') ?? draft.publishOn ?? ''}
				/>
				<InputField
					id="publishTime"
					label="時刻（日本時間）"
					type="time"
					defaultValue={textIn(own?.values, 'publishTime') ?? draft.publishTime ?? '09:00'}
				/>
			</div>
			<div className={formStyles.buttons}>
				<button type="submit" className="button" data-kind="quiet">
					この日時に公開する
				</button>
			</div>
		</form>
	)
}

const count = (value: number, unit: string) => `${value.toLocaleString('ja-JP')}${unit}`

/** Whom a change concerns: for a part by the law, else by who refers to the task. */
function Impact({ impact, usage }: Pick<Data, 'impact' | 'usage'>) {
	if (impact === null)
		return usage === null ? null : (
			<p>{`この業務を載せている事務所${count(usage.offices, '件')}、専門家${count(usage.experts, '人')}、質問${count(usage.questions, '件')}、記事${count(usage.articles, '件')}のページに、新しい名前と文章が出ます。一覧から外れるものはありません。`}</p>
		)
	const { officesLost, lostByProfession, officesBack, profilesLost, answersLost } = impact
	const changesNothing = officesLost + officesBack + profilesLost + answersLost === 0
	return (
		<div className={changesNothing ? undefined : styles.warn} role="note" aria-label="公開の影響">
			{changesNothing && <p>一覧から外れる事務所、専門家、回答はありません。</p>}
			{officesLost > 0 && (
				<p>
					<strong>{`${lostByProfession.map(({ name, offices }) => `${name} ${count(offices, '事務所')}`).join('、')}が外れます`}</strong>
					{`（重なりを除いて${count(officesLost, '事務所')}）。料金は残り、代表者に知らせます。`}
				</p>
			)}
			{officesBack > 0 && <p>{`前の規則で止まっていた${count(officesBack, '事務所')}の掲載が戻ります。`}</p>}
			{profilesLost > 0 && <p>{`専門家${count(profilesLost, '人')}のプロフィールから、この業務が外れます。本人に知らせます。`}</p>}
			{answersLost > 0 && <p>{`回答${count(answersLost, '件')}が非公開になります。書いた人に理由を知らせます。`}</p>}
		</div>
	)
}
