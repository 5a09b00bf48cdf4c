import { Choices } from '../../forms/choices.tsx'
import { Field, controlProps, FieldGroup, InputField } from '../../forms/field.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { Fold, FoldedText } from '../../ui/fold.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import formStyles from '../../forms/form.module.css'
import textButton from '../../ui/text-button.module.css'
import stack from '../../ui/stack.module.css'
import { Part } from './part.tsx'

const businesses = [
	{ value: 'a', label: '個人事業' },
	{ value: 'b', label: '法人' },
	{ value: 'c', label: 'これから始める' },
]
const prefectures = ['東京都', '神奈川県']
const path = '/demo/styleguide'

/** What is pressed and typed into. */
export function Controls() {
	return (
		<>
			<Buttons />
			<Part title="検索欄">
				<SearchBox id="guide-search" hint="業務と地域は空白で区切ってください。" />
				<SearchBox id="guide-search-filled" defaultValue="三鷹 税理士" label="入力のある検索欄" />
				<SearchBox id="guide-search-compact" compact label="一覧のページの検索欄" />
			</Part>
			<Part title="入力欄">
				<Fields />
			</Part>
			<Part title="選択肢">
				<ChoiceFields />
			</Part>
			<Ways />
		</>
	)
}

function Buttons() {
	return (
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
				<button type="button" className="button" disabled>
					いまは押せません
				</button>
				<a className="button" href="#links">
					主なリンク
				</a>
				<a className="button" data-kind="quiet" href="#links">
					リンクのボタン
				</a>
				<button type="button" className={textButton.button}>
					文字のボタン
				</button>
			</p>
			<p>主な操作は、1つの画面に1つだけ置きます。Tabキーで移ると、3pxの輪で示します。</p>
		</Part>
	)
}

function Fields() {
	return (
		<div className={formStyles.form}>
			<InputField id="guide-empty" label="空の欄" />
			<InputField id="guide-name" label="説明のある欄" hint="ご本人の名前を入れてください。" defaultValue="山田 花子" />
			<InputField id="guide-mail" label="誤りのある欄" error="メールアドレスの形になっていません。" defaultValue="hanako@" />
			<InputField
				id="guide-both"
				label="説明と誤りのある欄"
				hint="税込の円で入力します。"
				error="1,000円から1億円までの額を入力してください。"
				defaultValue="10"
			/>
			<InputField id="guide-phone" label="なくてもよい欄" optional />
			<InputField id="guide-day" label="日付" type="date" />
			<InputField id="guide-file" label="ファイル" type="file" hint="PDF・JPEG・PNG。" />
			<InputField id="guide-fixed" label="変えられない欄" defaultValue="demo@example.com" readOnly />
			<Field id="guide-area" label="選ぶ欄">
				<select {...controlProps('guide-area', {})} name="guide-area">
					{prefectures.map((name) => (
						<option key={name}>{name}</option>
					))}
				</select>
			</Field>
			<Field id="guide-area-bad" label="誤りのある選ぶ欄" error="都道府県を選んでください。">
				<select {...controlProps('guide-area-bad', { error: '都道府県を選んでください。' })} name="guide-area-bad">
					<option>選んでください</option>
				</select>
			</Field>
			<TextArea id="guide-text" name="guide-text" label="長い文章" rows={3} formState={undefined} defaultValue="はじめて人を雇います。" />
			<TextArea
				id="guide-text-bad"
				name="guide-text-bad"
				label="誤りのある長い文章"
				hint="20文字以上"
				rows={3}
				formState={{
					intent: '',
					targetId: '',
					fields: { 'guide-text-bad': '20文字以上で入力してください。' },
					values: { 'guide-text-bad': '短い' },
				}}
			/>
		</div>
	)
}

function ChoiceFields() {
	return (
		<div className={formStyles.form}>
			<FieldGroup id="guide-one" legend="1つを選ぶ" hint="いちばん近いものを選んでください。">
				<Choices type="radio" name="guide-one" options={businesses} chosen={['a']} />
			</FieldGroup>
			<FieldGroup id="guide-many" legend="いくつでも選ぶ" note="（3つまで）">
				<Choices type="checkbox" name="guide-many" options={businesses} chosen={['a', 'c']} />
			</FieldGroup>
			<FieldGroup id="guide-bad" legend="選んでいない" error="事業の形を選んでください。">
				<Choices type="radio" name="guide-bad" options={businesses} chosen={[]} />
			</FieldGroup>
			<FieldGroup id="guide-short" legend="短い選択肢">
				<Choices
					type="radio"
					name="guide-short"
					options={[
						{ value: '1', label: 'はい' },
						{ value: '0', label: 'いいえ' },
					]}
					chosen={['1']}
					isShort
				/>
			</FieldGroup>
		</div>
	)
}

function Ways() {
	return (
		<Part title="道しるべと折りたたみ">
			<FilterTabs
				label="札の見本"
				tabs={[
					{ to: `${path}#all`, label: 'すべて', isCurrent: true, count: 1_204 },
					{ to: `${path}#due`, label: '要対応', isCurrent: false, count: 3 },
					{ to: `${path}#over`, label: '終了', isCurrent: false, count: 0 },
					{ to: `${path}#plain`, label: '件数なし', isCurrent: false },
				]}
			/>
			<Pager label="はじめのページの見本" number={1} previous={null} next={`${path}#next`} />
			<Pager label="途中のページの見本" number={12} previous={`${path}#previous`} next={`${path}#next`} />
			<Pager label="終わりのページの見本" number={24} previous={`${path}#previous`} next={null} />
			<Fold label="折りたたみ（広い画面では、はじめから開きます）">
				<p>スマートフォンでは、見出しを押すと開きます。</p>
			</Fold>
			<div>
				<FoldedText text={'長い引用は、はじめの部分だけを見せます。'.repeat(14)} />
			</div>
			<p id="links">
				文の中の<a href="#links">リンク</a>は下線で示します。
			</p>
		</Part>
	)
}
