import {
	announcementAudiences,
	announcementChannels,
	announcementLengths,
	audiencePlans,
} from '../../../domain/operations/announcements/announcement-input.ts'
import { prefectures } from '../../../domain/geography/prefectures.ts'
import { professions } from '../../../domain/taxonomy/attributes.ts'
import { Choices } from '../../forms/choices.tsx'
import { FieldGroup, InputField } from '../../forms/field.tsx'
import { type FormState, textIn, textsIn } from '../../forms/form-state.ts'
import formStyles from '../../forms/form.module.css'
import { TextArea } from '../../forms/text-area.tsx'
import { Fold } from '../../ui/fold.tsx'

export type AnnouncementValues = {
	title: string
	body: string
	linkPath: string
	channels: string[]
	audience: string
	plans: string[]
	prefectureIds: string[]
	professionIds: string[]
	startsOn: string
	startsTime: string
	endsOn: string
	endsTime: string
}

type Name<Value> = { [Key in keyof AnnouncementValues]: AnnouncementValues[Key] extends Value ? Key : never }[keyof AnnouncementValues]

const prefectureOptions = prefectures.map(({ id, name }) => ({ value: `${id}`, label: name }))
const professionOptions = professions.map(({ id, shortName }) => ({ value: `${id}`, label: shortName }))

/** The fields of an announcement with what was typed, or `values`. */
export function AnnouncementFields({ formState, values }: { formState: FormState | undefined; values: AnnouncementValues }) {
	const typed = (name: Name<string>) => textIn(formState?.values, name) ?? values[name]
	// A form without a ticked box sends nothing of it.
	const chosen = (name: Name<string[]>) => (formState ? textsIn(formState.values, name) : values[name])
	const error = (name: keyof AnnouncementValues) => formState?.fields[name]
	return (
		<>
			<InputField
				id="title"
				label="見出し"
				hint={`${announcementLengths.title.max}文字まで。ページの上の帯には、見出しだけが出ます。`}
				error={error('title')}
				defaultValue={typed('title')}
				autoComplete="off"
			/>
			<TextArea
				id="body"
				name="body"
				label="内容"
				hint={`${announcementLengths.body.max}文字まで。案内のページとメールに載ります。`}
				rows={6}
				formState={formState}
				defaultValue={values.body}
			/>
			<InputField
				id="linkPath"
				label="リンク先（任意）"
				hint="このサイトの「/」から始まるアドレス。入れないと、案内のページが開きます。"
				error={error('linkPath')}
				defaultValue={typed('linkPath')}
				autoComplete="off"
			/>
			<FieldGroup id="channels" legend="知らせ方" error={error('channels')}>
				<Choices type="checkbox" name="channels" options={announcementChannels} chosen={chosen('channels')} />
			</FieldGroup>
			<FieldGroup id="audience" legend="知らせる相手" error={error('audience')}>
				<Choices type="radio" name="audience" options={announcementAudiences} chosen={[typed('audience')]} />
			</FieldGroup>
			<FieldGroup id="plans" legend="プラン（選ばないとすべて）" error={error('plans')}>
				<Choices type="checkbox" name="plans" options={audiencePlans} chosen={chosen('plans')} isShort />
			</FieldGroup>
			<FieldGroup id="professionIds" legend="資格（専門家だけ。選ばないとすべて）" error={error('professionIds')}>
				<Choices type="checkbox" name="professionIds" options={professionOptions} chosen={chosen('professionIds')} isShort />
			</FieldGroup>
			<Fold label="事務所の都道府県で絞り込む（専門家だけ）">
				<FieldGroup id="prefectureIds" legend="都道府県（選ばないとすべて）" error={error('prefectureIds')}>
					<Choices type="checkbox" name="prefectureIds" options={prefectureOptions} chosen={chosen('prefectureIds')} isShort />
				</FieldGroup>
			</Fold>
			<div className={formStyles.row}>
				<InputField id="startsOn" label="始まりの日" type="date" error={error('startsOn')} defaultValue={typed('startsOn')} />
				<InputField id="startsTime" label="時刻" type="time" error={error('startsTime')} defaultValue={typed('startsTime')} />
			</div>
			<div className={formStyles.row}>
				<InputField id="endsOn" label="終わりの日" type="date" error={error('endsOn')} defaultValue={typed('endsOn')} />
				<InputField id="endsTime" label="時刻" type="time" error={error('endsTime')} defaultValue={typed('endsTime')} />
			</div>
		</>
	)
}
