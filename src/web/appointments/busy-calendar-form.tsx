import { ErrorSummary } from '../forms/error-summary.tsx'
import { InputField } from '../forms/field.tsx'
import { type FormState, formStateFor, textIn } from '../forms/form-state.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import type { Moment as MomentText } from '../format/moment.ts'
import { Moment } from '../ui/day.tsx'
import { Tag } from '../ui/tag.tsx'
import formStyles from '../forms/form.module.css'
import stack from '../ui/stack.module.css'
import styles from './appointments.module.css'

export type BusyCalendarView = { host: string; spans: number; fetched: MomentText | null; failure: string | null }

type Props = { calendar: BusyCalendarView | null; formState: FormState | undefined; csrfToken: string }

/** The calendar that the office keeps elsewhere: what is busy there cannot be booked here. */
export function BusyCalendarForm({ calendar, formState, csrfToken }: Props) {
	const own = formStateFor(formState, 'busy-save')
	return (
		<section className={stack.column} aria-labelledby="busy">
			<h2 id="busy">ほかのカレンダーの予定</h2>
			{calendar && (
				<div className={stack.card}>
					<p>
						<strong>{calendar.host}</strong>
						{`　これからの予定 ${calendar.spans.toLocaleString('ja-JP')}件`}
					</p>
					{calendar.fetched && (
						<p>
							最後に読み込んだのは
							<Moment moment={calendar.fetched} />
						</p>
					)}
					{calendar.failure !== null && (
						<p>
							<Tag tone="warn">いまは読み込めません</Tag>
							{` ${calendar.failure}前に読み込んだ予定は、そのまま使っています。`}
						</p>
					)}
					<form method="post">
						<HiddenFields csrfToken={csrfToken} intent="busy-remove" />
						<button type="submit" className={formStyles.plain}>
							読み込みをやめる
						</button>
					</form>
				</div>
			)}
			<details className={styles.fold} open={own !== undefined}>
				<summary>{calendar ? '別のカレンダーに替える' : 'カレンダーのアドレスを入れる'}</summary>
				<p>
					Googleカレンダーなどの「iCal形式の非公開アドレス」を入れると、予定のある時間には予約が入りません。読み込むのは時間だけで、予定の内容は保存しません。15分ごとに読み直します。
				</p>
				<form method="post" className={formStyles.form} noValidate>
					<HiddenFields csrfToken={csrfToken} intent="busy-save" />
					<ErrorSummary formState={own} />
					<InputField
						id="url"
						label="カレンダーのアドレス"
						hint="https:// または webcal:// で始まるアドレス"
						type="url"
						inputMode="url"
						autoComplete="off"
						error={own?.fields['url']}
						defaultValue={textIn(own?.values, 'url')}
					/>
					<div>
						<button type="submit" className="button" data-kind="quiet">
							読み込む
						</button>
					</div>
				</form>
			</details>
		</section>
	)
}
