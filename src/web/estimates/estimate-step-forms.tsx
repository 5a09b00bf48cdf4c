import { CONFIRM_HOURS, type EstimateStep, estimateSteps, MAX_OFFICES } from '../../domain/estimates/estimate-input.ts'
import { estimateDraftPath } from '../../domain/shared/links.ts'
import { type FormState, textIn, textsIn, type Values } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import stack from '../ui/stack.module.css'
import formStyles from '../forms/form.module.css'
import { loginPath } from '../session/redirect-target.ts'
import { Link } from '../ui/link.tsx'
import { FieldGroup } from '../forms/field.tsx'
import { Empty } from '../ui/empty.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { ConsentFields, ContactFields, FactsFields, PlaceField, WishesFields } from './estimate-fields.tsx'
import { OfficeOptions, type OfficeOption } from './estimate-offices.tsx'
import { TaskSelect, type TaskOption } from './estimate-task-select.tsx'
import { TaskQuestionFields } from './task-question-fields.tsx'
import type { TaskQuestion } from '../../domain/estimates/task-questions.ts'
import styles from './estimate.module.css'

type StepData = {
	key: string
	step: EstimateStep
	isMember: boolean
	/** There may be an opponent, whose name is disclosed to one office at a time. */
	mayHaveOpponents: boolean
	values: Values
	tasks: readonly TaskOption[]
	/** Of the task; empty in other steps than that of the business. */
	questions: readonly TaskQuestion[]
	/** Null in other steps than that of the offices. */
	proposal: OfficeOption[] | null
	summary: {
		taskName: string
		rows: { label: string; value: string }[]
		offices: { id: number; name: string }[]
		consentVersion: string
	} | null
	csrfToken: string
}

const headings: Readonly<Record<EstimateStep, string>> = {
	task: '頼みたい業務と地域',
	facts: '事業と希望',
	offices: '見積もりを頼む事務所',
	contact: '連絡先と確認',
}

/** The form of one step; it sends itself to the page, which goes on to the next. */
export function StepForm({ data, formState }: { data: StepData; formState: FormState | undefined }) {
	const { key, step, csrfToken } = data
	const place = estimateSteps.findIndex((one) => one.step === step)
	const before = estimateSteps[place - 1]
	const nobody = step === 'offices' && data.proposal?.length === 0
	return (
		<section className={stack.column} aria-labelledby="step">
			<h2 id="step">{headings[step]}</h2>
			<form method="post" className={formStyles.form} noValidate>
				<HiddenFields csrfToken={csrfToken} intent={step} />
				<ErrorSummary formState={formState} />
				<StepFields data={data} formState={formState} />
				<div className={formStyles.buttons}>
					{before && (
						<Link className="button" data-kind="quiet" to={estimateDraftPath(key, before.step)}>
							戻る
						</Link>
					)}
					{!nobody && (
						<button type="submit" className="button">
							{step === 'contact' ? (data.isMember ? 'この内容で依頼する' : '確認のメールを受け取る') : '次へ進む'}
						</button>
					)}
				</div>
			</form>
		</section>
	)
}

function StepFields({ data, formState }: { data: StepData; formState: FormState | undefined }) {
	const { step, values, proposal } = data
	const given = { values, formState }
	switch (step) {
		case 'task':
			return (
				<>
					<TaskSelect tasks={data.tasks} value={textIn(formState?.values ?? values, 'taskId') ?? ''} error={formState?.fields['taskId']} />
					<PlaceField value={textIn(formState?.values ?? values, 'place') ?? ''} error={formState?.fields['place']} />
				</>
			)
		case 'facts':
			return (
				<>
					<TaskQuestionFields
						{...given}
						taskName={data.tasks.find(({ id }) => `${id}` === values['taskId'])?.name ?? ''}
						questions={data.questions}
					/>
					<FactsFields {...given} mayHaveOpponents={data.mayHaveOpponents} />
					<WishesFields {...given} />
				</>
			)
		case 'offices':
			return proposal && <OfficeStep offices={proposal} draftKey={data.key} formState={formState} />
		case 'contact':
			return <ContactStep data={data} formState={formState} />
	}
}

/** Whom to answer, what is sent, and the consents: the last page. */
function ContactStep({ data, formState }: { data: StepData; formState: FormState | undefined }) {
	const { values, summary } = data
	return (
		<>
			{!data.isMember && (
				<p className={styles.lead}>
					<Link to={loginPath(estimateDraftPath(data.key, 'contact'))}>ログイン</Link>
					すると、メールの確認なしで、すぐに依頼できます。
				</p>
			)}
			<ContactFields values={values} formState={formState} memberEmail={data.isMember ? textIn(values, 'email') || null : null} />
			{summary && <Summary summary={summary} values={values} draftKey={data.key} />}
			<ConsentFields formState={formState} />
			{summary && <p className={styles.quiet}>{`同意事項の版：${summary.consentVersion}。同意した日時とともに記録します。`}</p>}
		</>
	)
}

/** What is sent, without what was left open, and the way back to each step. */
function Summary({ summary, values, draftKey }: { summary: NonNullable<StepData['summary']>; values: Values; draftKey: string }) {
	const opponent = textIn(values, 'opponent') ?? ''
	return (
		<div className={styles.section}>
			<h3>届ける内容</h3>
			<FactList
				rows={[
					{ label: '業務', value: summary.taskName },
					...summary.rows,
					...(opponent === '' ? [] : [{ label: '相手方（依頼といっしょには届きません）', value: opponent }]),
					{ label: '頼む事務所', value: summary.offices.map(({ name }) => name).join('\n') },
				]}
			/>
			<p className={`${stack.line} ${styles.line}`}>
				{estimateSteps
					.filter(({ step }) => step !== 'contact')
					.map(({ step, label }) => (
						<Link key={step} to={estimateDraftPath(draftKey, step)}>
							{`${label}を変更`}
						</Link>
					))}
			</p>
		</div>
	)
}

function OfficeStep({ offices, draftKey, formState }: { offices: OfficeOption[]; draftKey: string; formState: FormState | undefined }) {
	if (offices.length === 0)
		return (
			<Empty scene="signpost" title="この業務と地域で、いま依頼を受け付けている事務所が見つかりませんでした。">
				<p>
					<Link className="tap" to={estimateDraftPath(draftKey, 'task')}>
						地域を広げる
					</Link>
				</p>
			</Empty>
		)
	return (
		<FieldGroup
			id="offices"
			legend={`事務所を選ぶ（${MAX_OFFICES}つまで）`}
			hint={`業務と地域の一覧の順に並べています。依頼先は、ご自身で選んでください。${
				offices.some(({ isChosen }) => isChosen)
					? '前のページで選んだ事務所にだけ、印を付けてあります。'
					: 'はじめから選ばれている事務所はありません。'
			}`}
			error={formState?.fields['officeIds']}
		>
			<OfficeOptions offices={offices} chosen={formState ? textsIn(formState.values, 'officeId') : null} />
		</FieldGroup>
	)
}

/** After a visitor's last step: nothing goes to the offices before the link in the mail was used. */
export function MailedNote({ email, draftKey }: { email: string; draftKey: string }) {
	return (
		<>
			<h1>確認のメールを送りました</h1>
			<div className={styles.good}>
				<p>
					<strong>{email}</strong>
					に届いたメールのボタンを押すと、依頼が確定し、選んだ事務所に届きます。それまでは、どこにも届きません。
				</p>
				<p>{`リンクは${CONFIRM_HOURS}時間有効で、1回だけ使えます。`}</p>
			</div>
			<p>
				メールが届かないときは、迷惑メールのフォルダーと
				<Link to={estimateDraftPath(draftKey, 'contact')}>入力したメールアドレス</Link>
				を確認してください。
			</p>
		</>
	)
}
