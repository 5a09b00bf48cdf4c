import { businessSizes, entities, estimateConsents, estimateLengths } from '../../domain/estimates/estimate-input.ts'
import { rulesPath } from '../../domain/shared/links.ts'
import { ruleRooms } from '../../domain/shared/rule-versions.ts'
import { type FormState, textIn, textsIn, type Values } from '../forms/form-state.ts'
import { TextArea } from '../forms/text-area.tsx'
import stack from '../ui/stack.module.css'
import formStyles from '../forms/form.module.css'
import { controlProps, Field, FieldError, FieldGroup, InputField } from '../forms/field.tsx'
import { ComingRules } from '../ui/agreement-note.tsx'
import { AskerFields } from '../forms/asker-fields.tsx'
import styles from './estimate.module.css'

type Given = { values: Values; formState: FormState | undefined }

const typed = ({ values, formState }: Given, name: string): string => textIn(formState?.values ?? values, name) ?? ''
const limit = (max: number) => `${max.toLocaleString('ja-JP')}文字まで`

/** Where the offices are looked for, in one field that takes what people call their place. */
export function PlaceField({ value, error }: { value: string; error: string | undefined }) {
	return (
		<InputField
			id="place"
			label="地域"
			hint="市区町村、駅、郵便番号、都道府県のどれか。例：三鷹市、三鷹駅、181-0013"
			error={error}
			autoComplete="off"
			maxLength={estimateLengths.place.max}
			defaultValue={value}
		/>
	)
}

export function FactsFields({ mayHaveOpponents, ...given }: Given & { mayHaveOpponents: boolean }) {
	const { formState } = given
	const error = formState?.fields['entity']
	return (
		<>
			<FieldGroup id="entity" legend="事業の形" error={error}>
				<ul className={formStyles.choices}>
					{entities.map(({ value, label }) => (
						<li key={value}>
							<label>
								<input type="radio" name="entity" value={value} defaultChecked={typed(given, 'entity') === value} />
								{label}
							</label>
						</li>
					))}
				</ul>
			</FieldGroup>
			<InputField
				id="industry"
				label="業種"
				optional
				hint="例：飲食、建設、デザイン"
				error={formState?.fields['industry']}
				autoComplete="off"
				defaultValue={typed(given, 'industry')}
			/>
			<Field id="size" label="人数" optional>
				<select {...controlProps('size', {})} name="size" defaultValue={typed(given, 'size')}>
					<option value="">選ばない</option>
					{businessSizes.map(({ value, label }) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</select>
			</Field>
			<TextArea
				id="facts"
				name="facts"
				label="事業の内容と、いまの状況"
				hint={`年商や取引の量、使っているソフトなどがあると、見積もりが正確になります。${limit(estimateLengths.facts.max)}`}
				rows={5}
				formState={formState}
				defaultValue={typed(given, 'facts')}
				optional
			/>
			{mayHaveOpponents && <OpponentField {...given} />}
		</>
	)
}

/** Whom a dispute is with: kept apart from the request, and disclosed to one office at a time. */
function OpponentField(given: Given) {
	return (
		<InputField
			id="opponent"
			label="相手方のお名前"
			optional
			hint="もめている相手がいるときだけ入力します。依頼といっしょには届きません。利益相反を確かめるため、あなたが選んだ事務所に一つずつ知らせます。ほかの欄には、相手方のお名前を書かないでください。"
			error={given.formState?.fields['opponent']}
			maxLength={estimateLengths.opponent.max}
			autoComplete="off"
			defaultValue={typed(given, 'opponent')}
		/>
	)
}

export function WishesFields(given: Given) {
	const { formState } = given
	return (
		<>
			<InputField
				id="budgetMax"
				label="予算の上限（円、税込）"
				optional
				hint="例：100,000"
				error={formState?.fields['budgetMax']}
				inputMode="numeric"
				autoComplete="off"
				defaultValue={typed(given, 'budgetMax')}
			/>
			<InputField
				id="desiredOn"
				label="いつまでに終えたいか"
				optional
				error={formState?.fields['desiredOn']}
				type="date"
				defaultValue={typed(given, 'desiredOn')}
			/>
			<TextArea
				id="wishes"
				name="wishes"
				label="頼みたいことと希望"
				hint={`連絡の方法、訪問やオンラインの希望など。電話番号などの連絡先は書かないでください。${limit(estimateLengths.wishes.max)}`}
				rows={5}
				formState={formState}
				defaultValue={typed(given, 'wishes')}
				optional
			/>
		</>
	)
}

export function ContactFields(given: Given & { memberEmail: string | null }) {
	return (
		<AskerFields
			typed={(field) => typed(given, field)}
			errors={given.formState?.fields ?? {}}
			memberEmail={given.memberEmail}
			memberNote={<span className={styles.quiet}>依頼先に決めた事務所にだけ知らせます。</span>}
			hints={{
				contactName: '選んだ事務所に届きます。',
				email: '確認のリンクと、見積もりのお知らせが届きます。依頼先に決めた事務所にだけ知らせます。',
				phone: 'あなたが事務所ごとに公開するまで、どの事務所にも見えません。',
			}}
		/>
	)
}

/** Opened in a new tab, so that what is ticked here stays. */
const terms = [
	{ path: rulesPath(), label: ruleRooms.general.label },
	{ path: rulesPath('estimates'), label: ruleRooms.estimates.label },
	{ path: '/privacy', label: 'プライバシーポリシー' },
]

export function ConsentFields({ formState }: { formState: FormState | undefined }) {
	const given = textsIn(formState?.values, 'consent')
	return estimateConsents.map(({ kind, label, text }) => {
		const error = formState?.fields[kind]
		return (
			<div key={kind} className={styles.consent}>
				<label className={formStyles.check}>
					<input
						type="checkbox"
						name="consent"
						value={kind}
						defaultChecked={given.includes(kind)}
						aria-invalid={error ? true : undefined}
						aria-describedby={error ? `${kind}-error` : undefined}
					/>
					{label}
				</label>
				<p>{text}</p>
				{kind === 'terms' && (
					<p className={`${stack.line} ${styles.line}`}>
						{terms.map(({ path, label: name }) => (
							<a key={path} href={path} target="_blank" rel="noopener">
								{name}
								<span className="visually-hidden">（新しいタブで開きます）</span>
							</a>
						))}
						<ComingRules rooms={['general', 'estimates', 'privacy']} />
					</p>
				)}
				<FieldError id={kind} error={error} />
			</div>
		)
	})
}
