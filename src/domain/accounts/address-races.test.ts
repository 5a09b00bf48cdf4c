/* oxlint-disable vitest/no-standalone-expect, vitest/expect-expect -- the property asserts inside the world that it drives */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, TEST_NOW, visitorCtx } from '../../../test/database.ts'
import { hashToken } from '../../platform/token.ts'
import { codeOf, type TestBrowser, type TestSite, testSite } from './accounts-for-test.ts'
import { applyActionCode, changeEmail, withdrawEmailChange } from './email-change.ts'
import { register } from './sign-in/form-flows.ts'
import { confirmPasswordReset, requestPasswordReset } from './sign-in/password-reset.ts'

/**
 * People claim, prove, recover and reset their own addresses and those of others and break into accounts, in sequence and
 * concurrently. Each knows only what arrived in their mailboxes and the passwords they chose.
 */
const PEOPLE = 3
/** The owner of each mailbox: everybody has one for the account and a spare one. */
const MAILBOX_OWNERS = [0, 1, 2, 0, 1, 2] as const

type Command =
	| { kind: 'claim' | 'logIn' | 'signUp'; person: number; address: number }
	| { kind: 'requestReset'; person: number; address: number }
	| { kind: 'openMail'; person: number; pick: number }
	| { kind: 'breakIn' | 'takeOver'; person: number; pick: number }
	| { kind: 'resetSpare'; person: number }
	| { kind: 'withdraw'; person: number }

const person = fc.nat({ max: PEOPLE - 1 })
const address = fc.nat({ max: MAILBOX_OWNERS.length - 1 })
const command: fc.Arbitrary<Command> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('claim' as const), person, address }) },
	{ weight: 8, arbitrary: fc.record({ kind: fc.constant('openMail' as const), person, pick: fc.nat({ max: 5 }) }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('breakIn' as const), person, pick: fc.nat({ max: 5 }) }) },
	{ weight: 5, arbitrary: fc.record({ kind: fc.constant('takeOver' as const), person, pick: fc.nat({ max: 5 }) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('resetSpare' as const), person }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('requestReset' as const), person, address }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('logIn' as const), person, address }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('signUp' as const), person, address }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), person }) },
)
/** The commands of one step run concurrently. */
const story = fc.array(fc.array(command, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 10 })

type Mail = { mode: 'verifyEmail' | 'resetPassword' | 'recoverEmail'; code: string; address: string }

/** Error codes that are expected; any other is a bug. */
const REFUSALS = /^auth\//

let made: Awaited<ReturnType<typeof freshDatabase>>
let runs = 0
beforeAll(async () => {
	made = await freshDatabase()
})
afterAll(() => made.close())

class World {
	readonly addresses: string[]
	readonly browsers: TestBrowser[]
	/** People with legitimate access to an account: its creator, and whoever opened a mail sent for it. */
	readonly admitted = new Map<string, Set<number>>()
	/** Mailboxes that have been shown for an account: `uid address`. */
	readonly proofs = new Set<string>()
	private readonly opened = new Set<string>()

	readonly site: TestSite
	readonly prefix: string

	private constructor(site: TestSite, prefix: string) {
		this.site = site
		this.prefix = prefix
		this.addresses = MAILBOX_OWNERS.map((_, index) => `${prefix}-${index}@example.com`)
		this.browsers = Array.from({ length: PEOPLE }, (_, index) => site.browser({ block: `${prefix}-${index}` }))
	}

	static async create(): Promise<World> {
		const site = testSite(visitorCtx(made.db))
		site.accounts.passwords = {
			...site.accounts.passwords,
			hash: async (password) => `$argon2id$${password}`,
			verify: async (password, hash) => hash === `$argon2id$${password}`,
		}
		// The clock advances at each reading, as a real one does.
		let ticks = TEST_NOW.getTime()
		site.clock.now = () => new Date(ticks++)
		site.clock.pass = (minutes) => (ticks += minutes * 60_000)
		const world = new World(site, `race${++runs}`)
		for (let index = 0; index < PEOPLE; index++) {
			const { uid } = await site.account(world.addresses[index] ?? '')
			world.admit(uid, index)
			world.proofs.add(`${uid} ${world.addresses[index]}`)
		}
		return world
	}

	admit(uid: string, who: number): void {
		this.admitted.set(uid, (this.admitted.get(uid) ?? new Set()).add(who))
	}

	private passwordOf = (who: number) => `hinoki no kaori to asa ${who}`

	private browserOf(who: number): TestBrowser {
		const browser = this.browsers[who]
		if (!browser) throw new Error(`nobody has the number ${who}`)
		return browser
	}

	/** The mails in a person's mailboxes, newest first. */
	mailsOf(who: number): Mail[] {
		const own = this.addresses.filter((_, index) => MAILBOX_OWNERS[index] === who)
		return this.site.mails.toReversed().flatMap(({ to, text }) => {
			const link = /mode=(\w+)&oobCode=([A-Za-z0-9_-]+)/.exec(text)
			return link && own.includes(to) ? [{ mode: link[1] as Mail['mode'], code: link[2] ?? '', address: to }] : []
		})
	}

	async open(who: number, mail: Mail): Promise<void> {
		const browser = this.browserOf(who)
		const { uid } = await made.db
			.selectFrom('action_codes')
			.select('uid')
			.where('code_hash', '=', hashToken(mail.code))
			.executeTakeFirstOrThrow()
		const ctx = await browser.ctx()
		if (mail.mode === 'resetPassword') await confirmPasswordReset(ctx, { code: mail.code, password: this.passwordOf(who) })
		else await applyActionCode(ctx, mail.code)
		this.proofs.add(`${uid} ${mail.address}`)
		this.admit(uid, who)
	}

	async logIn(who: number, email: string): Promise<string> {
		return (await this.browserOf(who).logIn(email, this.passwordOf(who))).uid
	}

	async run(step: readonly Command[]): Promise<void> {
		await Promise.all(
			step.map((one) =>
				this.act(one).catch((error: unknown) => {
					if (!(error instanceof Error && 'code' in error && REFUSALS.test(String(error.code)))) throw error
				}),
			),
		)
	}

	private async act(one: Command): Promise<unknown> {
		const browser = this.browserOf(one.person)
		const email = 'address' in one ? (this.addresses[one.address] ?? '') : ''
		switch (one.kind) {
			case 'claim':
				return changeEmail(await browser.ctx(), { email, idToken: null })
			case 'withdraw':
				return withdrawEmailChange(await browser.ctx())
			case 'requestReset':
				return requestPasswordReset(await browser.ctx(), email)
			case 'logIn':
				return this.logIn(one.person, email)
			case 'signUp':
				return this.signUp(one.person, email)
			case 'breakIn':
				return this.breakIn(one.person, one.pick)
			case 'takeOver':
				return this.takeOver(one.person, one.pick)
			case 'resetSpare':
				await requestPasswordReset(await browser.ctx(), this.spareOf(one.person))
				return this.openNewest(one.person, 'resetPassword', this.spareOf(one.person))
			case 'openMail': {
				const mails = this.mailsOf(one.person).filter(({ code }) => !this.opened.has(code))
				const mail = mails[one.pick % Math.max(1, mails.length)]
				if (!mail) return null
				this.opened.add(mail.code)
				return this.open(one.person, mail)
			}
		}
	}

	private async signUp(who: number, email: string): Promise<void> {
		await register(await this.browserOf(who).ctx(), { email, password: this.passwordOf(who) })
		const own = await made.db
			.selectFrom('identities')
			.select('uid')
			.where('email', '=', email)
			.where('password_hash', '=', `$argon2id$${this.passwordOf(who)}`)
			.executeTakeFirst()
		if (own) this.admit(own.uid, who)
	}

	/** A stolen session of any account of this world. */
	private async breakIn(who: number, pick: number): Promise<void> {
		const uids = [...this.admitted.keys()]
		const uid = uids[pick % uids.length] ?? ''
		this.admit(uid, who)
		await this.browserOf(who).enter(uid)
	}

	private spareOf = (who: number) => this.addresses[who + PEOPLE] ?? ''

	private async openNewest(who: number, mode: Mail['mode'], to: string): Promise<void> {
		const mail = this.mailsOf(who).find((one) => one.mode === mode && one.address === to)
		if (mail) await this.open(who, mail)
	}

	/** A complete theft: breaks in, claims the thief's spare address and proves it. */
	private async takeOver(who: number, pick: number): Promise<void> {
		await this.breakIn(who, pick)
		await changeEmail(await this.browserOf(who).ctx(), { email: this.spareOf(who), idToken: null })
		await this.openNewest(who, 'verifyEmail', this.spareOf(who))
	}

	/** After its owner has returned. */
	async assertAlone(uid: string, who: number): Promise<void> {
		for (const [other, browser] of this.browsers.entries())
			if (other !== who) expect((await browser.ctx()).caller.session?.uid, 'nobody else is left inside').not.toBe(uid)
	}

	async identities() {
		return made.db
			.selectFrom('identities as i')
			.leftJoin('address_claims as c', 'c.uid', 'i.uid')
			.leftJoin('users as u', 'u.uid', 'i.uid')
			.select(['i.uid', 'i.email', 'i.email_verified_at', 'c.email as claimed', 'u.email as given', 'u.id as user_id'])
			.where('i.uid', 'in', [...this.admitted.keys()])
			.execute()
	}

	async assertInvariants(): Promise<void> {
		const rows = await this.identities()
		const proved = rows.filter(({ email_verified_at: at }) => at !== null)
		expect(new Set(proved.map(({ email }) => email)).size, 'one proved owner per address').toBe(proved.length)
		for (const { uid, email } of proved) expect(this.proofs, 'an address in force was proved for the account').toContain(`${uid} ${email}`)
		for (const { email, claimed, given, user_id: userId } of rows) {
			if (userId !== null) expect(given, 'the user record has the address given last').toBe(claimed ?? email)
			expect(email ?? claimed, 'an account always shows an address').not.toBeNull()
			if (email !== null && claimed !== null) expect(proved.map((one) => one.email)).not.toContain(claimed)
		}
		for (const [who, browser] of this.browsers.entries()) {
			const session = (await browser.ctx()).caller.session
			if (session) expect(this.admitted.get(session.uid), 'nobody is in an account that they have no proof for').toContain(who)
		}
	}

	/** Who proved the first address of each account that has one. */
	firstOwners(): Map<string, number> {
		const owners = new Map<string, number>()
		for (const proof of this.proofs) {
			const [uid = '', proved = ''] = proof.split(' ')
			if (!owners.has(uid)) owners.set(uid, MAILBOX_OWNERS[this.addresses.indexOf(proved)] ?? -1)
		}
		return owners
	}

	/** By the newest link that still works. An address that its owner has proved elsewhere meanwhile is not restored. */
	async recover(uid: string, who: number): Promise<void> {
		for (const mail of this.mailsOf(who).filter(({ mode }) => mode === 'recoverEmail')) {
			const row = await made.db.selectFrom('action_codes').select('uid').where('code_hash', '=', hashToken(mail.code)).executeTakeFirst()
			if (row?.uid !== uid) continue
			const refusal = await codeOf(this.open(who, mail))
			// An older one may still work.
			if (refusal === 'none') return this.assertAlone(uid, who)
		}
	}

	async assertOwnersReturn(): Promise<void> {
		const isOwn = (email: string | null, who: number) => email !== null && MAILBOX_OWNERS[this.addresses.indexOf(email)] === who
		const owners = [...this.firstOwners()]
		for (const [uid, who] of owners) {
			const row = (await this.identities()).find((one) => one.uid === uid)
			if (row && !isOwn(row.email, who)) await this.recover(uid, who)
		}
		await this.assertInvariants()
		this.site.clock.pass(61)
		for (const [uid, who] of owners) {
			const rows = await this.identities()
			const row = rows.find((one) => one.uid === uid)
			if (!row?.email || !isOwn(row.email, who)) {
				const elsewhere = rows.some((one) => one.uid !== uid && one.email_verified_at !== null && isOwn(one.email, who))
				expect(elsewhere, 'an owner who cannot return has proved the address for another account').toBe(true)
				continue
			}
			await requestPasswordReset(await this.site.browser({ block: `${this.prefix} return` }).ctx(), row.email)
			const mail = this.mailsOf(who).find(({ mode, address: to }) => mode === 'resetPassword' && to === row.email)
			if (mail) await this.open(who, mail)
			expect(await this.logIn(who, row.email)).toBe(uid)
			await this.assertAlone(uid, who)
		}
	}
}

test(
	'in every order and at once: one proved owner per address, nobody in by a claim, and owners always return',
	{ timeout: 300_000 },
	async () => {
		await fc.assert(
			fc.asyncProperty(story, async (steps) => {
				const world = await World.create()
				for (const step of steps) {
					await world.run(step)
					await world.assertInvariants()
				}
				await world.assertOwnersReturn()
			}),
			{ numRuns: Number(process.env['RACE_RUNS'] ?? 20), endOnFailure: false },
		)
	},
)
