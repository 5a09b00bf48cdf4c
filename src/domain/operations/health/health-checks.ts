import type { DatabaseHealth } from './health.ts'

/** What of a site's health is good, to be watched, or broken, and what to do about it. Pure. */
export type HealthCheck = {
	label: string
	state: 'good' | 'watch' | 'bad'
	/** What was measured. */
	value: string
	/** What to do, where it is not good. */
	advice?: string
	/** The page of docs/runbooks that has the steps. */
	runbook?: string
}

/** Of the process that answers. `null` in a check's place means that it cannot be known here. */
export type ProcessFacts = {
	memoryBytes: number
	disk: { freeBytes: number; totalBytes: number } | null
	notices: { isHeard: boolean; gaps: number }
	connections: { open: number; waiting: number }
	backups: { count: number; newestAt: Date | null } | null
	baseCopies: { count: number; newestAt: Date | null } | null
	sendsMail: boolean
}

/** As the alerts of deploy/prometheus have them. */
const LIMITS = {
	answeredMs: 200,
	connections: 0.8,
	statementSeconds: 60,
	replicaLagBytes: 256 * 1024 * 1024,
	queueMinutes: 10,
	mailMinutes: 60,
	errorRatio: 0.001,
	diskFree: 0.1,
	diskFullBytes: 64 * 1024 * 1024,
	memoryBytes: 1.5e9,
	backupHours: 26,
} as const

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const bytesText = (bytes: number): string =>
	bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)}GB` : `${Math.round(bytes / 1e6).toLocaleString('ja-JP')}MB`
const count = (n: number): string => n.toLocaleString('ja-JP')

function agoText(since: Date, now: Date): string {
	const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / MINUTE_MS))
	if (minutes < 60) return `${minutes}分前`
	return minutes < 48 * 60 ? `${Math.floor(minutes / 60)}時間前` : `${Math.floor(minutes / (24 * 60))}日前`
}

/** A check that is good or not; `advice` and `runbook` are said only where it is not. */
const check = (label: string, state: HealthCheck['state'], value: string, help: { advice: string; runbook: string }): HealthCheck =>
	state === 'good' ? { label, state, value } : { label, state, value, ...help }

const busy = {
	advice: '長くかかっている処理と、つながっている数を確かめます。急がない集計は止め、続くときはプロセスを1つずつ再起動します。',
	runbook: 'database-busy.md',
}

/** Checks of the database, its jobs and mails. */
export const databaseChecks = (health: DatabaseHealth, now: Date): HealthCheck[] => [...serverChecks(health), ...workChecks(health, now)]

function serverChecks({
	version,
	bytes,
	answeredMs,
	connections,
	longestSeconds,
	replicas,
	pendingMigrations,
}: DatabaseHealth): HealthCheck[] {
	return [
		check(
			'データベースの応答',
			answeredMs > LIMITS.answeredMs ? 'bad' : 'good',
			`${answeredMs < 1 ? '1ミリ秒未満' : `${count(Math.round(answeredMs))}ミリ秒`}・PostgreSQL ${version}・${bytesText(bytes)}`,
			busy,
		),
		check(
			'データベースの接続',
			connections.used > connections.allowed * LIMITS.connections ? 'bad' : 'good',
			`${count(connections.used)} / ${count(connections.allowed)}`,
			busy,
		),
		check(
			'いちばん長い処理',
			longestSeconds > LIMITS.statementSeconds ? 'watch' : 'good',
			longestSeconds < 1 ? '1秒未満' : `${count(Math.round(longestSeconds))}秒`,
			busy,
		),
		check(
			'データベースの形',
			pendingMigrations === 0 ? 'good' : 'bad',
			pendingMigrations === 0 ? 'このバージョンと一致' : `未適用 ${count(pendingMigrations)}件`,
			{
				advice: '新しいバージョンのプロセスが、まだ準備を終えていません。準備が終わらないときは、そのプロセスの記録を確かめます。',
				runbook: 'releases-differ.md',
			},
		),
		...replicas.map(({ name, state, lagBytes }) =>
			check(
				`複製：${name || '名前なし'}`,
				lagBytes !== null && lagBytes > LIMITS.replicaLagBytes ? 'bad' : state === null || state === 'streaming' ? 'good' : 'watch',
				[state ?? '状態は見られません', lagBytes === null ? '' : `遅れ ${bytesText(lagBytes)}`].filter(Boolean).join('・'),
				busy,
			),
		),
	]
}

function workChecks({ queue, mail, requests }: DatabaseHealth, now: Date): HealthCheck[] {
	const jobs = {
		advice:
			'「メールと定期作業」で、止まっている種類と理由を見ます。原因がなくなってから「もう一度試す」を押します。処理するプロセスがあるかも確かめます。',
		runbook: 'jobs.md',
	}
	const waited = (since: Date | null) => (since === null ? 0 : (now.getTime() - since.getTime()) / MINUTE_MS)
	return [
		check(
			'作業の待ち',
			waited(queue.oldestReadyAt) > LIMITS.queueMinutes ? 'bad' : 'good',
			queue.oldestReadyAt === null ? '待ちなし' : `${count(queue.ready)}件・いちばん古いもの ${agoText(queue.oldestReadyAt, now)}`,
			jobs,
		),
		check('終わらなかった作業', queue.failed === 0 ? 'good' : 'bad', `${count(queue.failed)}件`, jobs),
		check(
			'送信中のメール',
			waited(mail.oldestWaitingAt) > LIMITS.mailMinutes ? 'bad' : 'good',
			mail.oldestWaitingAt === null ? 'なし' : `${count(mail.waiting)}通・いちばん古いもの ${agoText(mail.oldestWaitingAt, now)}`,
			{ advice: 'メールサーバーが応答しているかを確かめます。直れば、約1日のあいだ自動で送り直します。', runbook: 'jobs.md' },
		),
		check(
			'届かなかったメール（24時間）',
			mail.undelivered === 0 ? 'good' : 'watch',
			`${count(mail.undelivered)}通（送信 ${count(mail.sent)}通${mail.lastSentAt === null ? '' : `・最後 ${agoText(mail.lastSentAt, now)}`}）`,
			{ advice: '「届かないメール」で、1通ずつ理由を見て、送り直すか、宛先への送信を止めます。', runbook: 'jobs.md' },
		),
		check(
			'エラーの割合（3時間）',
			requests.all > 0 && requests.failed / requests.all > LIMITS.errorRatio ? 'bad' : 'good',
			`${count(requests.failed)} / ${count(requests.all)}件`,
			{
				advice: '記録（ログ）で、失敗したページと理由を確かめます。新しいバージョンのあとに増えたときは、前のバージョンに戻します。',
				runbook: 'errors.md',
			},
		),
	]
}

/** Checks of the process that answers, and of what it writes to. */
export function processChecks(facts: ProcessFacts, now: Date): HealthCheck[] {
	const { disk, notices, connections, memoryBytes } = facts
	return [
		disk === null
			? {
					label: 'ディスク',
					state: 'watch',
					value: '空きを読み取れません',
					advice: 'データの置き場所があるかを確かめます。',
					runbook: 'disk-full.md',
				}
			: check(
					'ディスク',
					disk.freeBytes < LIMITS.diskFullBytes ? 'bad' : disk.freeBytes < disk.totalBytes * LIMITS.diskFree ? 'watch' : 'good',
					`空き ${bytesText(disk.freeBytes)} / ${bytesText(disk.totalBytes)}`,
					{
						advice: 'いっぱいになると、保存できなくなります。バックアップを別の場所に移すか、ディスクを広げます。',
						runbook: 'disk-full.md',
					},
				),
		check(
			'ほかのプロセスの変更',
			notices.isHeard ? 'good' : 'bad',
			`${notices.isHeard ? '届いている' : '届いていない'}・途切れ ${count(notices.gaps)}回`,
			{
				advice: 'ページは確かめながら表示するため、内容は正しいままですが遅くなります。データベースへの接続を確かめます。',
				runbook: 'notices-not-heard.md',
			},
		),
		check(
			'接続の順番待ち',
			connections.waiting === 0 ? 'good' : 'watch',
			`待ち ${count(connections.waiting)}・接続 ${count(connections.open)}`,
			{
				advice: '続くときは、長くかかっている処理を確かめ、DATABASE_POOL_SIZEを見直します。',
				runbook: 'database-busy.md',
			},
		),
		check('メモリー', memoryBytes > LIMITS.memoryBytes ? 'watch' : 'good', bytesText(memoryBytes), {
			advice: '増え続けるときは、このプロセスを再起動し、PAGE_CACHE_MBを見直します。',
			runbook: 'busy-process.md',
		}),
		copyCheck('バックアップ', facts.backups, 'BACKUP_TO', now),
		copyCheck('書き込みの保管', facts.baseCopies, 'WAL_ARCHIVE_TO', now),
		check('メールの送り先', facts.sendsMail ? 'good' : 'watch', facts.sendsMail ? 'メールサーバー' : 'ファイル（送信していません）', {
			advice: '見本のサイトではこのままで構いません。公開するサイトでは、SMTP_URLを設定します。',
			runbook: 'jobs.md',
		}),
	]
}

function copyCheck(label: string, copies: ProcessFacts['backups'], setting: string, now: Date): HealthCheck {
	const help = {
		advice:
			copies === null
				? `作っていません。公開するサイトでは、${setting}に別のディスクの場所を設定します。`
				: '昨夜のものがありません。「メールと定期作業」で理由を見て、保存先の空きと権限を確かめます。',
		runbook: 'backup-failed.md',
	}
	if (copies === null) return check(label, 'watch', '設定なし', help)
	const { newestAt } = copies
	const isOld = newestAt === null || now.getTime() - newestAt.getTime() > LIMITS.backupHours * HOUR_MS
	return check(
		label,
		isOld ? 'bad' : 'good',
		`${count(copies.count)}個・${newestAt === null ? 'まだありません' : `最新 ${agoText(newestAt, now)}`}`,
		help,
	)
}
