import type { ReactNode } from 'react'
import { notFound } from '../../domain/shared/errors.ts'
import { withCtx } from '../context.ts'
import { Choices } from '../forms/choices.tsx'
import { Field, controlProps, InputField } from '../forms/field.tsx'
import { Head } from '../layout/head.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Contours, Milestone, Plaque } from '../ui/motif.tsx'
import { Stars } from '../ui/stars.tsx'
import { Tag, TagList } from '../ui/tag.tsx'
import formStyles from '../forms/form.module.css'
import empty from '../ui/empty.module.css'
import notice from '../ui/notice.module.css'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/styleguide.page'
import styles from './styleguide.module.css'

const colours = [
	['墨藍', '文字'],
	['墨', '補足の文字'],
	['紺碧', 'リンク'],
	['深藍', '板・フッター'],
	['朱', '主な操作だけ'],
	['山吹', '道しるべ'],
	['生成り', '紙'],
	['松葉', '良い知らせ'],
	['柿', '注意'],
	['星', '評価'],
] as const
const colourTokens = ['ink', 'ink-2', 'accent', 'accent-strong', 'primary', 'signpost', 'paper-2', 'good', 'warn', 'star'] as const

const sizes = [
	[styles.sm, '0.875'],
	[styles.md, '1'],
	[styles.lg, '1.125'],
	[styles.xl, '1.375'],
	[styles.twoXl, '1.75'],
	[styles.threeXl, '2.25'],
	[styles.fourXl, '2.875'],
] as const

/** Only for a demo on localhost, like its mailbox; otherwise not found. */
export const loader = withCtx(async (ctx, _args: Route.LoaderArgs) => {
	if (!ctx.accounts.mailbox) throw notFound('styleguide')
	return null
})

/** Every component in every state, for those who build pages. */
export default function StyleguidePage() {
	return (
		<>
			<Head title="部品の見本" description="しるべの画面の部品を、状態ごとに並べた見本です。" path="/demo/styleguide" noindex />
			<Breadcrumbs crumbs={[{ label: '部品の見本', path: '/demo/styleguide' }]} />
			<div className="content">
				<h1>部品の見本</h1>
				<Foundations />
				<Controls />
				<Signs />
			</div>
		</>
	)
}

function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className={styles.part}>
			<h2>{title}</h2>
			{children}
		</section>
	)
}

function Foundations() {
	return (
		<>
			<Part title="色">
				<ul className={stack.tiles}>
					{colours.map(([name, use], index) => (
						<li key={name} className={styles.swatch}>
							<svg aria-hidden="true">
								<rect width="100%" height="100%" fill={`var(--${colourTokens[index]})`} />
							</svg>
							{`${name}（${use}）`}
						</li>
					))}
				</ul>
			</Part>
			<Part title="文字の大きさ">
				<div className={styles.sizes}>
					{sizes.map(([name, size]) => (
						<p key={size} className={name}>{`${size}rem　税金、人、お金の困りごと 12,300円`}</p>
					))}
				</div>
				<p className={styles.twoXl}>見出し1　頼れる専門家へ、まっすぐ案内します</p>
				<h2>見出し2　頼れる専門家へ、まっすぐ案内します</h2>
				<h3>見出し3　頼れる専門家へ、まっすぐ案内します</h3>
				<p className="prose">
					本文は16px、行の高さは1.8、1行は38字までです。<a href="#links">リンク</a>は下線で示します。
				</p>
			</Part>
			<Part title="道しるべの形">
				<p>
					<Plaque>東京都・82件</Plaque>
				</p>
				<p>
					<Milestone value="4" unit="分" /> <Milestone value="82" unit="件" />
				</p>
				<div className={styles.deep}>
					<Contours />
					<p>等高線は、見出しや末尾の背景に敷きます。</p>
				</div>
			</Part>
		</>
	)
}

function Controls() {
	return (
		<>
			<Part title="ボタン">
				<p className={stack.line}>
					<button type="button" className="button">
						主な操作
					</button>
					<button type="button" className="button" data-kind="quiet">
						ほかの操作
					</button>
					<button type="button" className="button" aria-disabled="true">
						送信しています…
					</button>
					<a className="button" data-kind="quiet" href="#links">
						リンクのボタン
					</a>
				</p>
			</Part>
			<Part title="入力欄">
				<div className={formStyles.form}>
					<InputField id="guide-name" label="お名前" hint="ご本人の名前を入れてください。" defaultValue="山田 花子" />
					<InputField id="guide-mail" label="メールアドレス" error="メールアドレスの形になっていません。" defaultValue="hanako@" />
					<InputField id="guide-phone" label="電話番号" optional />
					<Field id="guide-area" label="都道府県">
						<select {...controlProps('guide-area', {})} name="guide-area">
							<option>東京都</option>
							<option>神奈川県</option>
						</select>
					</Field>
					<Field id="guide-text" label="相談したいこと">
						<textarea {...controlProps('guide-text', {})} name="guide-text" rows={3} defaultValue="はじめて人を雇います。" />
					</Field>
					<Choices
						type="radio"
						name="guide-choice"
						options={[
							{ value: 'a', label: '個人事業' },
							{ value: 'b', label: '法人' },
						]}
						chosen={['a']}
					/>
				</div>
			</Part>
		</>
	)
}

function Signs() {
	return (
		<>
			<Part title="札と評価">
				<TagList label="条件">
					<li>
						<Tag tone="good">初回60分無料</Tag>
					</li>
					<li>
						<Tag>オンライン</Tag>
					</li>
					<li>
						<Tag tone="accent">登録番号確認済</Tag>
					</li>
					<li>
						<Tag tone="warn">受付停止中</Tag>
					</li>
				</TagList>
				<p>
					<Stars average={4.3} count={18} /> <Stars average={null} count={0} />
				</p>
			</Part>
			<Part title="知らせ">
				<p className={notice.done}>保存しました。</p>
				<div className={formStyles.warning}>
					<p>電話番号が含まれているようです。</p>
				</div>
				<div className={formStyles.failure}>
					<p>入力を確かめてください。</p>
				</div>
				<p className={formStyles.note}>補足の説明です。</p>
			</Part>
			<Part title="カードと空の状態">
				<div className={stack.card}>
					<h3>カードの見出し</h3>
					<p>枠線は飾り、角は12px、影は浮いているものだけにつけます。</p>
				</div>
				<div className={empty.empty}>
					<p>条件に合う事務所はまだありません。</p>
					<p>
						<a href="#links">条件を減らして探す</a>
					</p>
				</div>
			</Part>
		</>
	)
}
