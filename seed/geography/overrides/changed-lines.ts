import type { JoinedLine, TransferredSection } from './types.ts'

/** Sections that another company runs since, in the order in which they are applied. */
export const transferredSections: TransferredSection[] = [
	{
		kind: 'transferred',
		line: 'JR山田線',
		first: '宮古',
		last: '釜石',
		to: '三陸鉄道リアス線',
		keep: ['宮古'],
		date: '2019-03-23',
		source: '三陸鉄道 山田線宮古〜釜石の移管',
	},
	{
		kind: 'transferred',
		line: 'JR牟岐線',
		first: '阿波海南',
		last: '海部',
		to: '阿佐海岸鉄道阿佐東線',
		keep: ['阿波海南'],
		date: '2020-11-01',
		source: '阿佐海岸鉄道 牟岐線阿波海南〜海部の移管',
	},
	{
		kind: 'transferred',
		line: 'JR北陸本線',
		first: '敦賀',
		last: '大聖寺',
		to: 'ハピラインふくい線',
		keep: ['敦賀', '大聖寺'],
		date: '2024-03-16',
		source: 'ハピラインふくい 北陸本線敦賀〜大聖寺の移管',
	},
	{
		kind: 'transferred',
		line: 'JR北陸本線',
		first: '大聖寺',
		last: '金沢',
		to: 'IRいしかわ鉄道線',
		keep: [],
		date: '2024-03-16',
		source: 'IRいしかわ鉄道 北陸本線大聖寺〜金沢の移管',
	},
]

/** Stations that another line reaches since. `at` is a line that already calls there. */
export const joinedLines: JoinedLine[] = [
	{
		kind: 'joined',
		station: '新大阪',
		at: 'JR京都線',
		line: 'JRおおさか東線',
		date: '2019-03-16',
		source: 'JR西日本 おおさか東線北区間開業',
	},
	{
		kind: 'joined',
		station: '鴫野',
		at: 'JR学研都市線',
		line: 'JRおおさか東線',
		date: '2019-03-16',
		source: 'JR西日本 おおさか東線北区間開業',
	},
	{
		kind: 'joined',
		station: '富山',
		at: 'JR高山本線',
		line: '富山地鉄富山港線',
		date: '2020-03-21',
		source: '富山地方鉄道 路面電車南北接続',
	},
	{
		kind: 'joined',
		station: '大阪',
		at: 'JR京都線',
		line: 'JRおおさか東線',
		date: '2023-03-18',
		source: 'JR西日本 大阪駅うめきたエリア開業',
	},
	{
		kind: 'joined',
		station: '博多',
		at: 'JR鹿児島本線',
		line: '福岡市地下鉄七隈線',
		date: '2023-03-27',
		source: '福岡市交通局 七隈線延伸',
	},
]
