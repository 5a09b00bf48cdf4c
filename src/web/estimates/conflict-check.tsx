import { estimateLengths } from '../../domain/estimates/estimate-input.ts'
import { type FormState, formStateFor, textIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { InputField } from '../forms/field.tsx'
import type { DeliveryView } from './estimate-view.server.ts'
import styles from './estimate.module.css'

type Form = { csrfToken: string; formState: FormState | undefined }

/** Whether names are with this office now. */
export const isInformed = ({ check }: Pick<DeliveryView, 'check'>): boolean => check === 'disclosed' || check === 'clear'

/** Of an office, for who asked: disclosing the names of opponents, and what came of it. `elsewhere` names another office that has them. */
export function OwnConflictCheck({
	delivery,
	opponent,
	elsewhere,
	form,
}: {
	delivery: DeliveryView
	opponent: string
	elsewhere: string | null
	form: Form
}) {
	if (delivery.check === 'conflict') return <p className={styles.notice}>この事務所は、利益相反のため依頼を受けられません。</p>
	if (isInformed(delivery)) return <Informed delivery={delivery} csrfToken={form.csrfToken} />
	if (elsewhere !== null)
		return (
			<p className={styles.quiet}>
				{`相手方のお名前は、いま「${elsewhere}」に知らせています。取りやめるか、結果が「受けられない」になると、この事務所に知らせられます。`}
			</p>
		)
	return <DiscloseForm delivery={delivery} opponent={opponent} form={form} />
}

function Informed({ delivery: { id, office, check }, csrfToken }: { delivery: DeliveryView; csrfToken: string }) {
	return (
		<div className={check === 'clear' ? styles.good : styles.notice}>
			<p>
				{check === 'clear'
					? '利益相反がないことを、事務所が確かめました。'
					: '相手方のお名前を知らせました。利益相反がないかを、事務所が確かめています。'}
			</p>
			<form method="post">
				<HiddenFields csrfToken={csrfToken} intent="withdraw" targetId={id} />
				<button type="submit" className="button" data-kind="quiet">
					確認を取りやめる
					<span className="visually-hidden">{`（${office.name}）`}</span>
				</button>
			</form>
		</div>
	)
}

function DiscloseForm({ delivery: { id, office, check }, opponent, form }: { delivery: DeliveryView; opponent: string; form: Form }) {
	const own = formStateFor(form.formState, 'disclose', id)
	return (
		<details open={own !== undefined || check === 'asked'}>
			<summary>相手方のお名前を知らせて、利益相反を確かめてもらう</summary>
			<form method="post" className={styles.act} noValidate>
				<HiddenFields csrfToken={form.csrfToken} intent="disclose" targetId={id} />
				{own && <ErrorSummary formState={own} />}
				<p>
					{`${check === 'asked' ? 'この事務所が、相手方のお名前を知りたいと言っています。' : ''}${office.name}だけに知らせます。ほかの事務所には見えません。相手方からすでに依頼を受けている事務所は、あなたの依頼を受けられません。`}
				</p>
				<InputField
					id={`opponent-${id}`}
					name="opponent"
					label="相手方のお名前"
					hint="会社なら会社名、個人なら氏名。複数いるときは「、」で区切ります。"
					error={own?.fields['opponent']}
					maxLength={estimateLengths.opponent.max}
					autoComplete="off"
					defaultValue={textIn(own?.values, 'opponent') ?? opponent}
				/>
				<button type="submit" className="button" data-kind="quiet">
					この事務所に知らせる
					<span className="visually-hidden">{`（${office.name}）`}</span>
				</button>
			</form>
		</details>
	)
}

/** The same for the office: asking for the names, reading them while they are disclosed, and answering. */
export function LeadConflictCheck({
	check,
	opponent,
	isOpen,
	csrfToken,
	formState,
}: {
	check: DeliveryView['check']
	opponent: string
	isOpen: boolean
} & Form) {
	const error = formStateFor(formState, 'ask-opponent') ?? formStateFor(formState, 'clear') ?? formStateFor(formState, 'conflict')
	return (
		<section className={styles.section} aria-labelledby="conflict">
			<h3 id="conflict">利益相反の確認</h3>
			{error && <ErrorSummary formState={error} />}
			{opponent !== '' && (
				<p className={styles.message}>
					<strong>{`相手方：${opponent}`}</strong>
				</p>
			)}
			<p>{stateText(check, isOpen)}</p>
			{isOpen && check === null && (
				<form method="post" className={styles.act}>
					<HiddenFields csrfToken={csrfToken} intent="ask-opponent" />
					<button type="submit" className="button" data-kind="quiet">
						相手方のお名前を尋ねる
					</button>
				</form>
			)}
			{isOpen && check === 'disclosed' && (
				<div className={styles.act}>
					<form method="post">
						<HiddenFields csrfToken={csrfToken} intent="clear" />
						<button type="submit" className="button">
							利益相反はない
						</button>
					</form>
					<form method="post">
						<HiddenFields csrfToken={csrfToken} intent="conflict" />
						<button type="submit" className="button" data-kind="quiet">
							利益相反があり、受けられない
						</button>
					</form>
				</div>
			)}
		</section>
	)
}

function stateText(check: DeliveryView['check'], isOpen: boolean): string {
	switch (check) {
		case 'asked':
			return isOpen ? '相手方のお名前を尋ねました。知らせるかどうかは、依頼者が決めます。' : '相手方のお名前は知らされませんでした。'
		case 'disclosed':
			return isOpen
				? '相手方のお名前は、この事務所だけに知らされています。過去と現在の依頼者と照らし合わせて、結果を知らせてください。お名前を、ほかの目的に使うことはできません。'
				: '確認の途中で依頼が終わりました。'
		case 'clear':
			return '利益相反がないと知らせました。'
		case 'conflict':
			return '利益相反があると知らせました。この依頼は受けられません。'
		case 'withdrawn':
			return '依頼者が確認を取りやめました。'
		case null:
			return isOpen
				? '相手方のいる依頼かもしれません。お名前は依頼といっしょには届きません。受任の前に利益相反を確かめるため、依頼者に尋ねられます。'
				: '利益相反の確認は行われませんでした。'
	}
}
