import { getProfession } from '../../../domain/taxonomy/attributes.ts'
import { Empty, Scene, type SceneName } from '../../ui/empty.tsx'
import { PictureBand } from '../../ui/motif.tsx'
import stack from '../../ui/stack.module.css'
import { type Card, OfficeCard } from '../office-card.tsx'
import { Part } from './part.tsx'
import styles from './styleguide.module.css'

const plain: Card = {
	id: 1,
	name: '三鷹つむぎ税理士事務所',
	headline: '',
	picture: null,
	professions: [getProfession(1)],
	subQualifications: [],
	prefectureName: '東京都',
	municipalityName: '三鷹市',
	nearestStation: null,
	fee: null,
	parts: null,
	firstConsultation: '',
	firstConsultationFree: false,
	replyMinutes: null,
	nextFreeAt: null,
	online: false,
	weekend: false,
	evening: false,
	accepting: 'open',
	rating: { average: null, count: 0 },
	experts: [],
	distanceMetres: null,
	reasons: [],
}

const full: Card = {
	...plain,
	id: 2,
	headline: '開業の一年目を、数字から支える税理士です',
	subQualifications: ['認定支援機関'],
	nearestStation: { name: '三鷹', walkMinutes: 4, distanceMetres: 310 },
	fee: { taskId: 503, taskName: '確定申告', basis: 'per_case', min: 44_000, max: 132_000 },
	firstConsultationFree: true,
	nextFreeAt: '2026-11-25T01:00:00.000Z',
	online: true,
	rating: { average: 4.3, count: 18 },
	experts: [
		{ id: 1, name: '森川 由紀', portrait: null },
		{ id: 2, name: '葛西 俊介', portrait: null },
	],
	distanceMetres: 310,
}

const long: Card = {
	...full,
	id: 3,
	name: '税理士法人みのりタックスラボ＆パートナーズ中小企業診断士・社会保険労務士総合事務所',
	professions: [1, 2, 7].map(getProfession),
	accepting: 'paused',
	nextFreeAt: null,
	weekend: true,
	evening: true,
	fee: { taskId: 501, taskName: '税務顧問（法人）', basis: 'monthly', min: 23_100, max: null },
}

const scenes: readonly (readonly [SceneName, string])[] = [
	['signpost', '店主と道標'],
	['desk', '机の上の領収書'],
	['call', '電話'],
	['meeting', '面談'],
	['hand-over', '引き継ぎ'],
	['dead-end', '行き止まり'],
]

/** The one card of an office, pictures, and what is shown where there is nothing. */
export function Cards() {
	return (
		<>
			<Part title="事務所のカード">
				<OfficeCard office={full} heading="h3" station="三鷹駅" taskId={503} />
				<OfficeCard office={plain} heading="h3" />
				<form action="/compare" className={styles.sizes}>
					<OfficeCard office={long} heading="h3" comparable />
				</form>
			</Part>
			<Part title="カード">
				<div className={stack.card}>
					<h3>カードの見出し</h3>
					<p>枠線は飾り、角は12px、影は浮いているものだけにつけます。</p>
				</div>
			</Part>
			<Part title="絵">
				<ul className={stack.tiles}>
					{scenes.map(([name, title]) => (
						<li key={name} className={styles.swatch}>
							<Scene name={name} />
							{title}
						</li>
					))}
				</ul>
				<p className={stack.line}>
					{[1, 2, 3, 4, 5, 6].map((id) => (
						<img key={id} src={`/media/portraits/${id}.svg`} width="104" height="104" alt="" loading="lazy" />
					))}
				</p>
				<p className={stack.line}>
					{[1, 2, 3].map((id) => (
						<img key={id} src={`/media/offices/${id}.svg`} width="240" height="150" alt="" loading="lazy" />
					))}
				</p>
			</Part>
			<Bands />
			<Part title="空の状態">
				<Empty scene="signpost" title="条件に合う事務所はまだありません。">
					<p>
						<a href="#links">条件を減らして探す</a>
					</p>
				</Empty>
				<Empty scene="call" title="お知らせはありません。" />
			</Part>
		</>
	)
}

function Bands() {
	return (
		<>
			<Part title="ページのはじめの帯">
				<PictureBand
					picture="/media/categories/5.svg"
					figures={[
						{ value: '909', unit: '件の事務所' },
						{ value: '7', unit: 'の業務' },
					]}
					acts={
						<a className="button" href="#links">
							事務所を見る
						</a>
					}
				>
					<p>毎月の帳簿づけから決算、申告、税務調査の立ち会いまで、数字と税金の実務をまとめました。</p>
				</PictureBand>
				<PictureBand picture="/scenes/desk.svg">
					<p>数字と操作のない帯です。文章は、せまい画面では絵のまわりを流れます。</p>
				</PictureBand>
			</Part>
			<Part title="カテゴリーの絵">
				<p className={stack.line}>
					{[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((id) => (
						<img key={id} src={`/media/categories/${id}.svg`} width="120" height="80" alt="" loading="lazy" />
					))}
				</p>
			</Part>
		</>
	)
}
