import type { Due } from '../../format/moment.ts'
import { StageBar } from '../../layout/work/stage-bar.tsx'
import { ChangeTable } from '../../ui/change-table.tsx'
import { Day, Moment } from '../../ui/day.tsx'
import { DueText } from '../../ui/due-text.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { FreshnessNote } from '../../ui/freshness-note.tsx'
import { Marked } from '../../ui/marked.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { ReportLink } from '../../ui/report-link.tsx'
import { Stars } from '../../ui/stars.tsx'
import { Tag, TagList } from '../../ui/tag.tsx'
import { VersionList } from '../../ui/version-list.tsx'
import { WideTable } from '../../ui/wide-table.tsx'
import formStyles from '../../forms/form.module.css'
import notice from '../../ui/notice.module.css'
import stack from '../../ui/stack.module.css'
import { Part } from './part.tsx'

const moment = { text: '昨日 9:05', exact: '2026年11月22日 9:05', iso: '2026-11-22T00:05:00.000Z' }
const dues: readonly Due[] = [
	{ ...moment, left: 'あと2営業日', tone: 'plain' },
	{ ...moment, left: 'あと5時間', tone: 'soon' },
	{ ...moment, left: 'あと40分', tone: 'now' },
	{ ...moment, left: '期限を過ぎました', tone: 'now' },
]

/** Labels, marks, dates and messages. */
export function Signs() {
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
				<p className={stack.line}>
					<Stars average={4.3} count={18} />
					<Stars average={5} count={1_204} />
					<Stars average={null} count={0} />
				</p>
				<p>
					<Marked text="検索した言葉は、確定申告のように示します。" words={['確定申告']} />
				</p>
				<ReportLink kind="office" id={1} label="掲載内容" />
			</Part>
			<Part title="日時と期限">
				<p className={stack.line}>
					<Day day={{ text: '2026年11月23日', iso: '2026-11-23' }} />
					<Moment moment={moment} />
				</p>
				{dues.map((due) => (
					<p key={due.left}>
						<DueText label="回答の期限" due={due} />
					</p>
				))}
			</Part>
			<Messages />
			<Stages />
			<Tables />
		</>
	)
}

function Messages() {
	return (
		<Part title="知らせ">
			<p className={notice.done}>保存しました。</p>
			<p className={notice.saved}>見積もりを送りました。次の件を開きました。</p>
			<div className={formStyles.warning}>
				<p>電話番号が含まれているようです。</p>
			</div>
			<div className={formStyles.failure}>
				<p>2か所の入力を確かめてください。入力した内容はそのまま残っています。</p>
				<ul>
					<li>件名を入力してください。</li>
					<li>内容を入力してください。</li>
				</ul>
			</div>
			<p className={formStyles.note}>補足の説明です。</p>
			<FreshnessNote freshness={{ changed: [], overdue: [], pending: [], isOld: true }} what="記事" />
		</Part>
	)
}

function Stages() {
	return (
		<Part title="案件の段階">
			<StageBar
				stage={{ stage: 0, isEnded: false, turn: 'office', client: '事務所の返事をお待ちください。', office: '返事をしてください。' }}
				side="client"
			/>
			<StageBar
				stage={{ stage: 1, isEnded: false, turn: 'client', client: '依頼先を選んでください。', office: '依頼者が選んでいます。' }}
				side="client"
				isBare
			/>
			<StageBar
				stage={{ stage: 4, isEnded: true, turn: 'none', client: 'すべて終わりました。', office: 'すべて終わりました。' }}
				side="office"
				isBare
			/>
		</Part>
	)
}

function Tables() {
	return (
		<Part title="表と一覧">
			<FactList
				rows={[
					{ label: '業務', value: '確定申告' },
					{ label: '地域', value: '東京都三鷹市' },
					{ label: '予算の上限', value: '80,000円（税込）' },
				]}
			/>
			<WideTable label="見本の料金">
				<thead>
					<tr>
						<th scope="col">業務</th>
						<th scope="col">下限</th>
						<th scope="col">上限</th>
					</tr>
				</thead>
				<tbody>
					<tr>
						<th scope="row">確定申告</th>
						<td>44,000円</td>
						<td>132,000円</td>
					</tr>
				</tbody>
			</WideTable>
			<ChangeTable
				fields={[
					{ label: '電話番号', before: '0422-00-0000', after: '0422-00-0001' },
					{ label: '月曜の営業時間', before: '', after: '9:00〜18:00' },
				]}
			/>
			<VersionList
				versions={[
					{ version: 2, written: '2026年11月23日', changed: ['本文'], body: <p>家賃は床面積で分けます。</p> },
					{ version: 1, written: '2026年11月20日', changed: [], body: <p>家賃はどう分けますか。</p> },
				]}
			/>
			<QrCode text="https://example.jp/" label="QRコードの見本" />
		</Part>
	)
}
