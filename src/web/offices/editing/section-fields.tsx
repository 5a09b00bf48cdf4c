import type { PlaceChoices } from '../../../domain/offices/office-location.ts'
import { MAX_STATIONS } from '../../../domain/offices/office-sections.ts'
import { languageChoices, registrationLengths } from '../../../domain/experts/registration-input.ts'
import { prefectures } from '../../../domain/geography/prefectures.ts'
import { FieldGroup } from '../../forms/field.tsx'
import fieldStyles from '../../forms/field.module.css'
import styles from './offices.module.css'
import { type PinView, PointFields } from './point-fields.tsx'
import { ScalarFields } from './scalar-fields.tsx'
import { Area, Check, Line, Select } from './section-form.tsx'
import { type SectionView, valuesOf } from './section-view.ts'

type Props = { view: SectionView }

const stationChoice = ({ id, name, lines }: PlaceChoices['around'][number]) => ({
	value: `${id}`,
	label: `${name}駅${lines === '' ? '' : `（${lines}）`}`,
})

export function PlaceFields({ view, choices, pin }: Props & { choices: PlaceChoices; pin: PinView | null }) {
	const { municipalities, isUnknownCode, here, around } = choices
	const stations = [
		{ label: `${here.name}の駅`, choices: here.stations.map(stationChoice) },
		{ label: '近くの駅', choices: around.map(stationChoice) },
	].filter((group) => group.choices.length > 0)
	return (
		<>
			<div className={styles.inline}>
				<Line view={view} name="postalCode" label="郵便番号" inputMode="numeric" autoComplete="postal-code" maxLength={10} />
				<button type="submit" name="intent" value="lookup" className="button" data-kind="quiet">
					住所を調べる
				</button>
			</div>
			{isUnknownCode && <p className={fieldStyles.error}>この郵便番号は見つかりません。7桁の番号を確認してください。</p>}
			<Select
				view={view}
				name="municipalityId"
				label="市区町村"
				hint="郵便番号から調べた候補です。"
				choices={municipalities.map(({ id, name }) => ({ value: `${id}`, label: name }))}
			/>
			<Line view={view} name="addressLine" label="町名・番地・建物" maxLength={registrationLengths.addressLine.max} />
			<FieldGroup
				id="stations"
				legend="最寄り駅"
				hint="3駅まで、近い順に選びます。徒歩の分数は、実際に歩いてかかる時間を入力してください。駅がない場所では、選ばずに進めます。"
			>
				{Array.from({ length: MAX_STATIONS }, (_, index) => index + 1).map((number) => (
					<div key={number} className={styles.station}>
						<Select
							view={view}
							name={`station-${number}`}
							label={`駅${number}`}
							choices={[{ value: '', label: '（選ばない）' }]}
							groups={stations}
						/>
						<Line view={view} name={`walk-${number}`} label={`駅${number}からの徒歩（分）`} inputMode="numeric" maxLength={3} />
					</div>
				))}
			</FieldGroup>
			<PointFields view={view} stations={stations} pin={pin} />
		</>
	)
}

export function ContactFields({ view }: Props) {
	return (
		<>
			<Line view={view} name="phone" label="電話番号" type="tel" autoComplete="tel" optional />
			<Check view={view} name="phonePublic" label="電話番号を公開する" />
			<ScalarFields view={view} />
		</>
	)
}

export function AboutFields({ view }: Props) {
	return (
		<>
			<ScalarFields view={view} />
			<Area view={view} name="description" label="事務所の特徴" hint="3,000文字まで。改行すると段落になります。" rows={8} optional />
			<Area view={view} name="industries" label="得意な業種" hint="「、」か改行で区切って15個まで" rows={2} optional />
			<Area view={view} name="software" label="使っているソフト" hint="「、」か改行で区切って15個まで" rows={2} optional />
			<fieldset className={fieldStyles.group}>
				<legend>対応できる言語</legend>
				<div className={styles.checks}>
					{languageChoices.map((one) => (
						<Check key={one} view={view} name="language" value={one} label={one} />
					))}
				</div>
			</fieldset>
			<details className={styles.more}>
				<summary>{`対応する都道府県（${valuesOf(view, 'area').length}）`}</summary>
				<p className={fieldStyles.hint}>事務所のある都道府県は、いつも含まれます。</p>
				<fieldset className={fieldStyles.group}>
					<legend className="visually-hidden">対応する都道府県</legend>
					<div className={styles.checks}>
						{prefectures.map(({ id, name }) => (
							<Check key={id} view={view} name="area" value={`${id}`} label={name} />
						))}
					</div>
				</fieldset>
			</details>
		</>
	)
}
