// Written by `npm run schema` from the migrations; not to be edited.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { IsoDate, Time } from './column-types.ts'

export interface Schema {
	account_merges: {
		id: GeneratedAlways<number>
		from_user_id: string
		to_user_id: string
		reason: string
		requested_by: string
		requested_at: Date
		state: Generated<'open' | 'done' | 'refused'>
		decided_by: string | null
		decided_at: Date | null
		decision_reason: string | null
	}
	account_plans: {
		user_id: string
		plan: 'standard' | 'pro'
		/** When it ends if nothing else happens; null while it goes on. */
		until: Date | null
	}
	account_restrictions: {
		id: GeneratedAlways<number>
		user_id: string
		kind: 'limited' | 'suspended'
		/** Mailed to the person. */
		reason: string
		created_at: Date
		created_by: string | null
		ends_at: Date | null
		/** Also when another restriction replaces it. */
		lifted_at: Date | null
		lifted_by: string | null
		lift_reason: string | null
	}
	action_codes: {
		code_hash: Buffer
		uid: string
		kind: 'verifyEmail' | 'resetPassword' | 'recoverEmail'
		/** The address that the code proves (verifyEmail, resetPassword) or brings back (recoverEmail). */
		email: string
		previous_email: string | null
		created_at: Date
		expires_at: Date
		used_at: Date | null
		voided_at: Date | null
		/** For recoverEmail: what was set up later than this is removed. */
		owner_login_at: Date | null
		/** For recoverEmail: when the address had been proved. */
		email_proved_at: Date | null
	}
	address_claims: {
		uid: string
		email: string
		claimed_at: Date
		/** identities.owner_login_at when the claim was made. */
		owner_login_at: Date | null
	}
	announcement_closings: {
		announcement_id: number
		user_id: string
		closed_at: Date
	}
	announcements: {
		id: GeneratedAlways<number>
		title: string
		body: string
		link_path: string | null
		channels: string[]
		/** everyone: visitors too, who see the banner alone; clients: members who are no experts. */
		audience: 'everyone' | 'members' | 'clients' | 'experts'
		plans: Generated<string[]>
		prefecture_ids: Generated<number[]>
		profession_ids: Generated<number[]>
		starts_at: Date
		ends_at: Date
		version: Generated<number>
		created_at: Date
		created_by: string | null
		published_at: Date | null
		withdrawn_at: Date | null
		/** When kept pages were dropped because the banner began; banner_ended_at because it ended. */
		banner_shown_at: Date | null
		banner_ended_at: Date | null
		/** The last member who was notified; delivered_at once all were. */
		last_user_id: Generated<string>
		delivered_at: Date | null
		recipient_count: Generated<number>
		client_key: string
	}
	answer_comments: {
		id: GeneratedAlways<number>
		answer_id: number
		position: number
		author: 'asker' | 'expert'
		body: string
		client_key: string | null
		created_at: Generated<Date>
		hidden_at: Date | null
		hidden_reason: string | null
	}
	answer_revisions: {
		answer_id: number
		version: number
		content: ColumnType<object, string, string>
		replaced_at: Date
	}
	answers: {
		id: GeneratedAlways<number>
		question_id: number
		expert_id: number | null
		/** The credentials that the expert held when answering: they stay when the register changes. */
		credentials: ColumnType<object, string, string>
		body: string
		sources: ColumnType<object, string | undefined, string>
		law_as_of: IsoDate | null
		helpful_count: Generated<number>
		comment_count: Generated<number>
		thanks: string | null
		thanked_at: Date | null
		version: Generated<number>
		client_key: string | null
		created_at: Generated<Date>
		edited_at: Date | null
		hidden_at: Date | null
		hidden_reason: string | null
		/** Parts of tasks, or of the category of a question without one. Empty where nothing is reserved, and in answers of before 2026-11-22. */
		part_ids: Generated<number[]>
		/** The merged question that it was written for: its comments and thanks are of that asker. */
		moved_from_id: number | null
	}
	api_call_rates: {
		key: string
		/** When all calls of the burst may come again. */
		full_at: Date
	}
	api_tokens: {
		id: GeneratedAlways<number>
		user_id: string
		name: string
		scopes: string[]
		token_hash: Buffer
		/** The first characters, by which an owner tells tokens apart. The token itself is not stored. */
		hint: string
		client_key: string
		created_at: Date
		expires_at: Date
		last_used_at: Date | null
		revoked_at: Date | null
	}
	appeals: {
		id: GeneratedAlways<number>
		author_id: string
		kind: 'question' | 'answer' | 'comment' | 'review'
		subject_id: number
		body: string
		state: Generated<'open' | 'granted' | 'rejected'>
		created_at: Date
		decided_at: Date | null
		decided_by: string | null
		decision_reason: string | null
	}
	appointment_proposals: {
		id: GeneratedAlways<number>
		inquiry_id: number
		/** The appointment that moves when a time is accepted; null for a new one. */
		appointment_id: number | null
		kind: 'online' | 'in_person' | 'phone'
		minutes: number
		starts: Date[]
		online_url: string | null
		message: Generated<string>
		author_id: string | null
		client_key: string
		created_at: Date
		answered_at: Date | null
		answer: 'accepted' | 'declined' | 'withdrawn' | null
		/** The office of the thread, filled by a trigger. */
		office_id: number | null
	}
	appointments: {
		id: GeneratedAlways<number>
		office_id: number
		inquiry_id: number
		user_id: string | null
		kind: 'online' | 'in_person' | 'phone'
		online_url: string | null
		phone: string | null
		begins_at: Date
		ends_at: Date
		/** The end and the pause after it: nothing else begins before. */
		blocked_until: Date
		/** Of its calendar entry (RFC 5545): grows with each change. */
		sequence: Generated<number>
		created_at: Date
		reminded_at: Date | null
		cancelled_at: Date | null
		cancelled_by: 'user' | 'office' | null
		cancel_reason: Generated<string>
		client_key: string
	}
	article_import_rows: {
		import_id: number
		position: number
		source_id: string
		title: string
		outcome: 'new' | 'known' | 'refused'
		author_name: string
		notes: ColumnType<object, string | undefined, string>
		/** Author and manuscript; gone once the draft is made. */
		plan: ColumnType<object | null, string | null, string | null>
	}
	article_imports: {
		id: GeneratedAlways<number>
		file_name: string
		/** The address of the site that the export comes from, as in content_imports. */
		source: string
		checked_at: Date
		imported_at: Date | null
		made: number | null
	}
	article_revisions: {
		id: GeneratedAlways<number>
		article_id: number
		version: number
		/** replaced: another person wrote over it. */
		occasion: 'submitted' | 'published' | 'replaced'
		content: ColumnType<object, string, string>
		saved_by: string | null
		kept_at: Date
	}
	article_searches: {
		article_id: number
		tokeniser: number
		title_tokens: string
		tokens: string
	}
	article_tasks: {
		article_id: number
		position: number
		task_id: number
	}
	articles: {
		id: GeneratedAlways<number>
		author: 'expert' | 'editor'
		author_user_id: string | null
		expert_id: number | null
		/** May be unfinished: it is checked when it is submitted or published. */
		manuscript: ColumnType<object, string, string>
		/** Of the manuscript; settled when the site shows it as it is. */
		stage: Generated<'draft' | 'submitted' | 'returned' | 'settled'>
		returned_reason: string | null
		submitted_at: Date | null
		version: Generated<number>
		saved_by: string | null
		saved_at: Date
		created_at: Generated<Date>
		slug: string | null
		title: string | null
		lead: string | null
		body: string | null
		task_category_id: number | null
		supervisor_id: number | null
		sources: ColumnType<object | null, string | null, string | null>
		law_as_of: IsoDate | null
		reading_minutes: number | null
		/** In whole seconds, because the lists go on from it. */
		published_at: Date | null
		revised_at: Date | null
		unlisted_at: Date | null
		unlisted_reason: string | null
	}
	audit_chain: {
		seq: string
		audit_id: string
		/** SHA-256 of the hash before (none for the first) and the JSON text of the event. */
		hash: Buffer
	}
	audit_log: {
		id: GeneratedAlways<string>
		at: Date
		/** Null for what the staff command did on the server itself. */
		user_id: string | null
		action: string
		subject: string
		reason: string | null
		detail: ColumnType<object | null, string | null, string | null>
	}
	auth_events: {
		id: GeneratedAlways<string>
		uid: string | null
		kind: string
		provider: string | null
		block: string | null
		user_agent: Generated<string>
		at: Date
	}
	bank_lines: {
		id: GeneratedAlways<number>
		line_hash: string
		booked_on: IsoDate
		amount: number
		payer: string
		payment_id: number | null
		ignored_reason: string | null
		imported_at: Date
		imported_by: string | null
	}
	billing_profiles: {
		user_id: string
		addressee: string
		payer_kana: string
		updated_at: Date
	}
	booking_hours: {
		office_id: number
		/** 0 Sunday to 6 Saturday; 7 is any public holiday, as in office_hours. */
		weekday: number
		opens_at: Time
		closes_at: Time
	}
	booking_settings: {
		office_id: number
		/** Since when clients may book; null while they may not. */
		opened_at: Date | null
		minutes: number
		buffer_minutes: number
		notice_hours: number
		days_ahead: number
		kinds: string[]
		online_url: string | null
		note: Generated<string>
		version: Generated<number>
		/** When the first free time of the office has to be computed again (appointments/next-free.ts). */
		check_at: Generated<Date>
		updated_at: Date
	}
	booking_special_days: {
		id: GeneratedAlways<number>
		office_id: number
		first_on: IsoDate
		last_on: IsoDate
		/** Null for days on which nothing can be booked. */
		opens_at: Time | null
		closes_at: Time | null
		label: Generated<string>
	}
	busy_calendars: {
		office_id: number
		/** Encrypted: whoever knows it reads the calendar. */
		url: string
		etag: string | null
		fetch_at: Date
		/** When it was last read or found unchanged; its times are kept while it cannot be. */
		fetched_at: Date | null
		failure: 'unreachable' | 'refused' | 'too-large' | 'no-calendar' | null
		created_at: Date
	}
	busy_times: {
		office_id: number
		begins_at: Date
		ends_at: Date
	}
	calendar_feeds: {
		user_id: string
		/** Of the address that works: a new one ends those before it. */
		serial: Generated<number>
		created_at: Date
	}
	card_charges: {
		id: GeneratedAlways<number>
		invoice_id: number
		user_id: string
		kind: 'automatic' | 'checkout'
		amount: number
		payment_method_id: string | null
		state: Generated<'waiting' | 'succeeded' | 'failed' | 'cancelled'>
		session_id: string | null
		session_url: string | null
		intent_id: string | null
		failure_code: string | null
		payment_id: number | null
		attempt_count: Generated<number>
		/** When Stripe was first asked. From then on only Stripe knows whether the card was charged. */
		sent_at: Date | null
		try_after: Date
		created_at: Date
		settled_at: Date | null
	}
	card_customers: {
		user_id: string
		customer_id: string
		payment_method_id: string | null
		brand: Generated<string>
		last4: Generated<string>
		exp_month: Generated<number>
		exp_year: Generated<number>
		/** When charging without the customer stopped: by their wish, or for a dispute. */
		stopped_at: Date | null
		created_at: Date
		updated_at: Date
	}
	card_differences: {
		id: GeneratedAlways<number>
		kind: 'not-booked' | 'not-charged' | 'amount' | 'refund' | 'card'
		subject: string
		detail: string
		found_at: Date
		resolved_at: Date | null
		resolved_by: string | null
	}
	card_disputes: {
		id: string
		charge_id: number
		amount: number
		reason: string
		status: string
		answer_by: Date | null
		funds: 'kept' | 'withdrawn' | 'returned' | 'lost'
		opened_at: Date
		updated_at: Date
	}
	card_refunds: {
		refund_id: number
		charge_id: number
		amount: number
		state: Generated<'waiting' | 'succeeded' | 'failed'>
		stripe_id: string | null
		attempt_count: Generated<number>
		try_after: Date
		settled_at: Date | null
	}
	card_removals: {
		user_id: string
		attempt_count: Generated<number>
		try_after: Date
		removed_at: Date | null
	}
	card_sessions: {
		id: string
		user_id: string
		url: string
		created_at: Date
		done_at: Date | null
	}
	case_document_parts: {
		document_id: number
		role: 'upload' | 'content' | 'preview'
		number: number
		stored_name: string
		byte_count: number
		written_at: Date | null
	}
	case_document_views: {
		document_id: number
		user_id: string
		side: 'user' | 'office'
		viewer_name: string
		first_at: Date
		last_at: Date
	}
	case_documents: {
		id: GeneratedAlways<number>
		/** Null when the thread is gone: a job deletes the file. */
		inquiry_id: number | null
		request_id: number | null
		side: 'user' | 'office'
		author_id: string | null
		author_name: string
		file_name: string
		kind: 'pdf' | 'jpg' | 'xlsx' | 'docx' | 'pptx' | 'csv' | 'txt' | null
		/** Names the encryption key of this file, which is derived from SECRET_KEY. */
		file_key: string
		byte_count: number
		/** Pages that can be looked at without downloading the file. */
		page_count: Generated<number>
		client_key: string
		created_at: Date
		/** When all parts had come and the content was checked. */
		ready_at: Date | null
		removed_at: Date | null
	}
	conflict_checks: {
		delivery_id: number
		request_id: number
		state: 'asked' | 'disclosed' | 'clear' | 'conflict' | 'withdrawn'
		asked_at: Date | null
		disclosed_at: Date | null
		decided_at: Date | null
	}
	content_imports: {
		kind: 'article' | 'question' | 'answer'
		/** The address or name of the site that the export comes from. */
		source: string
		source_id: string
		article_id: number | null
		question_id: number | null
		answer_id: number | null
		imported_at: Date
	}
	coupons: {
		code: string
		percent_off: number
		period_count: number
		valid_until: IsoDate
		use_limit: number
		use_count: Generated<number>
		note: Generated<string>
		created_at: Date
	}
	credential_changes: {
		id: GeneratedAlways<number>
		expert_id: number
		profession_id: number
		registration_number: string
		association: string
		registered_on: IsoDate | null
		state: 'draft' | 'submitted' | 'needs_fix' | 'verified' | 'given_up' | 'expired'
		/** Goes up with every change: staff decide on what they have seen. */
		version: Generated<number>
		submitted_at: Date | null
		reason: Generated<string>
		decided_by: string | null
		decided_at: Date | null
		created_at: Date
		updated_at: Date
		/** What the profession has besides its registration; null for the registration itself. */
		sub_qualification_id: number | null
		/** Last day of a sub-qualification that must be renewed; null for everything else. */
		valid_until: IsoDate | null
	}
	delayed_verdicts: {
		id: GeneratedAlways<number>
		queue: 'experts' | 'credentials' | 'offices' | 'claims' | 'articles' | 'reports' | 'appeals' | 'contacts' | 'leads' | 'mail'
		item_id: number
		user_id: string
		verdict: string
		reason: Generated<string>
		/** What the giver has seen: the version of an application or article, or the millisecond in which a change was requested; null where items have neither. */
		version: string | null
		given_at: Date
		due_at: Date
		outcome: 'applied' | 'undone' | 'failed' | null
		settled_at: Date | null
		/** Why it could not be applied any more, as the person who gave it reads it. */
		failure: string | null
		/** The address that an article gets with its first publication. */
		slug: string | null
		/** The address block from which the verdict was given, for the audit log. */
		caller_block: string | null
	}
	device_deliveries: {
		id: GeneratedAlways<number>
		notification_id: number
		channel: 'push' | 'line'
		/** The subscription as push:ID, or line. */
		target: string
		/** gone: the device takes no pushes any more; refused: its service rejects this one; expired: not taken within its time; dropped: not wanted any more. */
		state: Generated<'waiting' | 'sent' | 'gone' | 'refused' | 'expired' | 'dropped'>
		attempt_count: Generated<number>
		created_at: Date
		settled_at: Date | null
		last_status: number | null
	}
	diagnosis_contacts: {
		id: GeneratedAlways<number>
		user_id: string | null
		state: 'unconfirmed' | 'new' | 'contacted' | 'closed' | 'withdrawn'
		contact_name: string | null
		email: string | null
		phone: string | null
		company: Generated<string>
		reach: 'email' | 'phone' | null
		reach_time: Generated<string>
		message: Generated<string>
		/** What was entered into the diagnosis and its day; null when the person did not agree to send it along. */
		diagnosis: ColumnType<object | null, string | null, string | null>
		consent_version: string
		consented_at: Date
		client_key: string
		confirm_hash: Buffer | null
		confirm_expires_at: Date | null
		confirmed_at: Date | null
		contacted_at: Date | null
		ended_at: Date | null
		staff_note: Generated<string>
		created_at: Date
	}
	document_requests: {
		id: GeneratedAlways<number>
		inquiry_id: number
		title: string
		author_id: string | null
		created_at: Date
		/** When the side that asked marked what came as complete. */
		settled_at: Date | null
		withdrawn_at: Date | null
		/** Who asks; the other side sends. */
		side: Generated<'user' | 'office'>
		/** The office of the thread, filled by a trigger. */
		office_id: number | null
	}
	document_rules: {
		inquiry_id: number
		/** Days that documents stay after the case is done or over. */
		keep_days: Generated<number>
		changed_by: 'user' | 'office' | null
		changed_at: Date | null
		/** The day of deletion that both sides were last warned of. */
		warned_until: Date | null
	}
	due_date_reminders: {
		user_id: string
		/** Whose due dates; empty for all of them. */
		who: string[]
		closing_month: number | null
		created_at: Date
		/** The last day on which the job looked for due dates. */
		reminded_on: IsoDate | null
	}
	due_dates: {
		slug: string
		kind: 'yearly' | 'monthly' | 'closing' | 'change'
		/** closing: so many months after the end of the business year. */
		month: number | null
		day: number | null
		on_day: IsoDate | null
		/** A Saturday, Sunday or holiday moves it to the next open day. */
		shifts: boolean
		who: string[]
		title: string
		body: string
		law: string
		source_url: string | null
		task_ids: number[]
		checked_on: IsoDate
	}
	dunning_mails: {
		invoice_id: number
		step_id: number
		sent_at: Date
	}
	dunning_steps: {
		id: GeneratedAlways<number>
		days_after_due: number
		subject: string
		body: string
		updated_at: Generated<Date>
	}
	engagement_letters: {
		id: GeneratedAlways<number>
		inquiry_id: number | null
		version: number
		kind: 'mandate' | 'service'
		body: string
		/** SHA-256 of title and body, which never change: a change is another version. */
		text_hash: string
		/** End of the public address at which anybody who holds the file compares its hash. */
		code: string
		client_name: string
		office_name: string
		client_key: string
		offered_at: Date
		agreed_at: Date | null
		withdrawn_at: Date | null
		revoked_at: Date | null
		revoked_by: 'user' | 'office' | null
		revoke_reason: Generated<string>
		/** The office of the thread, filled by a trigger. */
		office_id: number | null
	}
	estimate_deliveries: {
		id: GeneratedAlways<number>
		request_id: number
		office_id: number
		state: Generated<'delivered' | 'viewed' | 'quoted' | 'declined' | 'timed_out'>
		delivered_at: Date
		due_at: Date
		viewed_at: Date | null
		answered_at: Date | null
		decline_reason: string | null
		phone_opened_at: Date | null
		change_request: string | null
		change_requested_at: Date | null
		/** The office that refused or did not answer, in whose place this one came: once. */
		replaces_id: number | null
		/** When the chosen office said that it has contacted the client. */
		contacted_at: Date | null
		/** The member of the office who takes care of it; null for nobody yet. */
		assignee_id: number | null
		/** State of the case in the inbox where only a write can change it, null otherwise. Set by a trigger. */
		inbox_state: string | null
		/** When a case with an inbox_state is listed, to the second. Set by a trigger. */
		inbox_at: Date | null
	}
	estimate_opponents: {
		request_id: number
		names: string
	}
	estimate_quotes: {
		id: GeneratedAlways<number>
		delivery_id: number
		version: number
		lines: ColumnType<object, string, string>
		expenses: number
		/** With tax and expenses, as estimate-quote.ts adds it up. The newest version counts. */
		total: string
		valid_until: IsoDate
		message: Generated<string>
		author_id: string | null
		client_key: string
		created_at: Date
	}
	estimate_requests: {
		id: GeneratedAlways<number>
		user_id: string | null
		state: Generated<'draft' | 'email_verified' | 'sent' | 'quoted' | 'accepted' | 'cancelled' | 'expired'>
		task_id: number
		prefecture_id: number | null
		municipality_id: number | null
		entity: 'planning' | 'sole' | 'corporation' | 'other' | null
		industry: Generated<string>
		size: '1' | '2-5' | '6-20' | '21-50' | '51+' | null
		facts: Generated<string>
		budget_max: number | null
		desired_on: IsoDate | null
		wishes: Generated<string>
		office_ids: Generated<number[]>
		done_steps: Generated<string[]>
		contact_name: string | null
		email: string | null
		phone: string | null
		consent_version: string | null
		consented_at: Date | null
		client_key: string
		confirm_hash: Buffer | null
		confirm_expires_at: Date | null
		email_verified_at: Date | null
		sent_at: Date | null
		expires_at: Date | null
		ended_at: Date | null
		accepted_delivery_id: number | null
		/** Since when name, address and phone are gone: a year after the end, or when the person left. */
		purged_at: Date | null
		created_at: Date
		updated_at: Date
		done_at: Date | null
		done_by: 'user' | 'office' | null
		done_reminded_at: Date | null
		/** With the questions as they were asked: texts of a task change. */
		task_answers: ColumnType<object, string | undefined, string>
		/** inquiry: made by the office's quote in an inquiry. The client consents to the disclosure with the choice. */
		origin: Generated<'form' | 'inquiry'>
	}
	expert_areas: {
		expert_id: number
		prefecture_id: number
	}
	expert_consents: {
		expert_id: number
		kind: 'truth' | 'advertising' | 'antisocial'
		text_version: string
		consented_at: Date
	}
	expert_credentials: {
		id: GeneratedAlways<number>
		expert_id: number
		profession_id: number
		registration_number: string
		association: string
		registered_on: IsoDate | null
		/** Since when the number is taken: from the handing in until a rejection. A draft takes none. */
		claimed_at: Generated<Date | null>
	}
	expert_decisions: {
		id: GeneratedAlways<string>
		expert_id: number
		state: 'needs_fix' | 'verified' | 'rejected' | 'suspended'
		reason: Generated<string>
		decided_by: string
		decided_at: Date
	}
	expert_fact_checks: {
		id: GeneratedAlways<string>
		expert_id: number
		fact: string
		label: string
		/** What was typed at that time: a mark about another value does not count any more. */
		value: string
		is_right: boolean
		checked_at: Date
		checked_by: string | null
	}
	expert_sub_qualifications: {
		expert_id: number
		profession_id: number
		sub_qualification_id: number
		registration_number: string
		registered_on: IsoDate | null
		valid_until: IsoDate | null
		verified_at: Date
		/** When the expert was told that valid_until is near; null again after a renewal. */
		expiry_notified_at: Date | null
	}
	expert_tasks: {
		expert_id: number
		task_id: number
	}
	experts: {
		id: GeneratedAlways<number>
		user_id: string
		display_name: Generated<string>
		kana: Generated<string>
		headline: Generated<string>
		biography: Generated<string[]>
		practising_since: IsoDate | null
		languages: Generated<string[]>
		website: string | null
		state: 'draft' | 'submitted' | 'needs_fix' | 'verified' | 'rejected' | 'suspended'
		/** Path below /media/ of the portrait, or null for the drawn default. */
		portrait: string | null
		verified_at: Date | null
		created_at: Generated<Date>
		updated_at: Generated<Date>
		links: Generated<string[]>
		/** Goes up with every change of the application: staff decide on what they have seen. */
		version: Generated<number>
		submitted_at: Date | null
		rechecked_at: Date | null
		recheck_notified_at: Date | null
		recheck_asked_at: Date | null
	}
	fact_editions: {
		fact_key: string
		valid_from: IsoDate
		valid_until: IsoDate | null
		value: string
		/** Other ways to write the value, by which a text is known to quote it. */
		aliases: string[]
		checked_on: IsoDate
		note: string | null
		/** What calculations use, by name: yen, percent or shares of one. */
		numbers: ColumnType<object, string | undefined, string>
		/** From this day a new value is expected; this one stays in force until then. */
		renewal_from: IsoDate | null
		/** When it was compared with the text of an official source. */
		compared_on: IsoDate | null
		/** What the value rests on, and with what it was not compared yet; shown to readers. */
		pending: string | null
		/** Null once it was compared, and for what had ended before it was entered. */
		compare_by: IsoDate | null
	}
	factor_resets: {
		id: GeneratedAlways<number>
		user_id: string
		reason: string
		requested_by: string
		requested_at: Date
		state: Generated<'open' | 'done' | 'refused'>
		decided_by: string | null
		decided_at: Date | null
	}
	facts: {
		key: string
		position: number
		topic: string
		name: string
		words: string[]
		law: string
		source_title: string
		source_url: string
	}
	favourites: {
		id: GeneratedAlways<number>
		user_id: string
		office_id: number | null
		expert_id: number | null
		question_id: number | null
		task_id: number | null
		folder: Generated<string>
		memo: Generated<string>
		created_at: Generated<Date>
		article_id: number | null
	}
	feature_switches: {
		name: string
		state: 'off' | 'staff' | 'percent' | 'list' | 'on'
		/** Of the members, chosen by a hash of their uid, so that a growing share keeps those that it had. */
		percent: Generated<number>
		uids: Generated<string[]>
		owner: string
		reason: string
		/** The last day; after it the switch is as the code has it. */
		expires_on: IsoDate | null
		version: Generated<number>
		changed_at: Date
		changed_by: string | null
	}
	fee_statistics: {
		task_id: number
		/** 0 for all of Japan, else the prefecture. */
		area_id: number
		/** fees: what offices publish. quotes: totals of accepted quotes. */
		source: 'fees' | 'quotes'
		basis: 'per_case' | 'monthly' | 'hourly' | 'percentage'
		sample_count: number
		office_count: number
		lower_quartile: number
		median: number
		upper_quartile: number
		measured_at: Date
	}
	follows: {
		user_id: string
		expert_id: number
		notify: Generated<'all' | 'digest' | 'none'>
		created_at: Generated<Date>
	}
	glossary_terms: {
		id: GeneratedAlways<number>
		slug: string
		term: string
		/** Hiragana, by which the index is ordered. */
		kana: string
		also: Generated<string[]>
		definition: string
		detail: string
		task_category_id: number
		task_ids: number[]
		checked_on: IsoDate
	}
	helpful_votes: {
		answer_id: number
		user_id: string
		created_at: Generated<Date>
	}
	identities: {
		uid: string
		/** The address in force: the last proved one, or that of the sign-up until one is proved. Null once another account has proved it first. */
		email: string | null
		email_verified_at: Date | null
		password_hash: string | null
		epoch: Generated<number>
		created_at: Date
		/** When the account first proved any address: a second factor from before may be a stranger’s. */
		first_proved_at: Date | null
		/** The last login in a browser that has opened a mail sent to the address in force. */
		owner_login_at: Date | null
		changes_frozen_until: Date | null
	}
	identity_links: {
		uid: string
		provider: 'google' | 'facebook' | 'line'
		subject: string
		email: string | null
		display_name: Generated<string>
		created_at: Date
	}
	import_batches: {
		id: GeneratedAlways<number>
		file_name: string
		/** Where the addresses come from, as the mail says it. */
		source: string
		created_at: Date
		confirmed_at: Date | null
		resent_at: Date | null
	}
	import_refusals: {
		email_hash: Buffer
		refused_at: Date
	}
	import_rows: {
		id: GeneratedAlways<number>
		batch_id: number
		line: number
		state: 'ready' | 'faulty' | 'known' | 'waiting' | 'invited' | 'consented' | 'refused' | 'expired'
		email: string | null
		facts: ColumnType<object | null, string | null, string | null>
		faults: ColumnType<object, string | undefined, string>
		/** SHA-256 of address and registration number: the same row of a later file is not invited again. */
		key_hash: Buffer | null
		token_hash: Buffer | null
		mail_due_at: Date | null
		invited_at: Date | null
		expires_at: Date | null
		decided_at: Date | null
	}
	incident_notices: {
		id: GeneratedAlways<number>
		kind: 'outage' | 'accident' | 'maintenance'
		title: string
		scope: string
		body: string
		began_at: Date
		created_at: Date
		/** Null for a draft; from then on only updates are added. */
		published_at: Date | null
		resolved_at: Date | null
		client_key: string
	}
	incident_updates: {
		id: GeneratedAlways<number>
		notice_id: number
		body: string
		posted_at: Date
		client_key: string
	}
	inquiries: {
		id: GeneratedAlways<number>
		office_id: number
		user_id: string | null
		task_id: number | null
		subject: string
		contact_name: string
		client_key: string
		last_user_message_id: Generated<number>
		last_office_message_id: Generated<number>
		user_seen_id: Generated<number>
		office_seen_id: Generated<number>
		created_at: Date
		last_message_at: Date
		first_reply_at: Date | null
		/** In business hours (domain/leads/inquiry-reply-time.ts). */
		first_reply_minutes: number | null
		user_engaged_at: Date | null
		office_engaged_at: Date | null
		accepted_at: Date | null
		closed_at: Date | null
		closed_by: 'user' | 'office' | null
		done_at: Date | null
		done_by: 'user' | 'office' | null
		done_reminded_at: Date | null
		/** Two working days after the first message of the client that the office has not answered; null while none waits. */
		reply_due_at: Date | null
		/** The request of which this is the conversation; null for an inquiry. Contracts and completion are those of the request. */
		delivery_id: number | null
		/** The member of the office who takes care of it; null for nobody yet. */
		assignee_id: number | null
		/** When a booking began the thread: its first message asks for no reply. Null where a question began it. */
		booked_at: Date | null
		/** State of the case in the inbox where only a write can change it, null otherwise. Set by a trigger. */
		inbox_state: string | null
		/** When a case with an inbox_state is listed, to the second. Set by a trigger. */
		inbox_at: Date | null
	}
	inquiry_blocks: {
		office_id: number
		user_id: string
		side: 'user' | 'office'
		created_at: Date
	}
	inquiry_files: {
		id: GeneratedAlways<number>
		/** Null before its message is sent and when that is gone: a job deletes the file. */
		message_id: number | null
		stored_name: string
		file_name: string
		extension: 'pdf' | 'jpg'
		byte_count: number
		created_at: Date
	}
	inquiry_messages: {
		id: GeneratedAlways<number>
		inquiry_id: number
		side: 'user' | 'office'
		author_id: string | null
		author_name: string
		body: string
		client_key: string
		created_at: Date
	}
	insight_days: {
		series: string
		day: IsoDate
		/** Part of a series, such as a queue, a reason or the upper bound of a span of time. */
		slice: Generated<string>
		value: number
	}
	insight_hours: {
		series: string
		hour: Date
		slice: Generated<string>
		value: number
	}
	insight_runs: {
		id: GeneratedAlways<number>
		began_at: Date
		ended_at: Date
		/** The first of the days that were measured. */
		first_day: IsoDate
	}
	insight_standings: {
		series: string
		slice: string
		value: number
		label: string | null
	}
	insight_weeks: {
		last_day: IsoDate
		series: string
		slice: string
		value: number
	}
	invoice_series: {
		kind: 'invoice' | 'credit_note'
		year: number
		last_number: number
	}
	invoices: {
		id: GeneratedAlways<number>
		kind: 'invoice' | 'credit_note'
		year: number
		number: number
		/** What it was issued for: the same event never makes a second document. */
		event_key: string
		user_id: string
		subscription_id: number | null
		credits_id: number | null
		issued_on: IsoDate
		issued_at: Date
		due_on: IsoDate | null
		addressee: string
		/** Name, address, registration number and bank account of the day of issue. */
		issuer: ColumnType<object, string, string>
		lines: ColumnType<object, string, string>
		by_rate: ColumnType<object, string, string>
		total: number
		tax: number
		paid_amount: Generated<number>
		credited_amount: Generated<number>
	}
	known_devices: {
		uid: string
		device_hash: Buffer
		last_used_at: Date
		/** When this browser last opened a mail sent to the address in force. */
		proved_at: Date | null
	}
	lead_cares: {
		id: GeneratedAlways<number>
		request_id: number
		kind: 'remind' | 'extend' | 'suggest' | 'propose' | 'cancel' | 'note'
		body: Generated<string>
		user_id: string | null
		at: Date
	}
	lead_proposals: {
		request_id: number
		office_id: number
		care_id: number
		state: Generated<'open' | 'accepted' | 'refused'>
		decided_at: Date | null
	}
	ledger_entries: {
		id: GeneratedAlways<number>
		at: Date
		day: IsoDate
		kind: 'invoice' | 'credit-note' | 'payment' | 'apply-credit' | 'refund' | 'refund-paid' | 'dispute' | 'dispute-won' | 'dispute-lost'
		event_key: string
		user_id: string
		invoice_id: number | null
		payment_id: number | null
		refund_id: number | null
	}
	ledger_postings: {
		entry_id: number
		account: 'bank' | 'card' | 'receivable' | 'revenue' | 'tax' | 'customer_credit' | 'refunds_payable' | 'disputed' | 'bad_debt'
		/** Yen: debits are positive, credits negative. Those of an entry add up to 0. */
		amount: number
	}
	letter_consents: {
		letter_id: number
		side: 'user' | 'office'
		user_id: string | null
		person_name: string
		text_hash: string
		address: string
		agreed_at: Date
	}
	letter_templates: {
		office_id: number
		kind: 'mandate' | 'service'
		/** With placeholders such as {依頼者}, which are filled when a letter is written. */
		body: string
		updated_at: Date
	}
	line_friends: {
		line_user_id: string
		is_friend: boolean
		/** When LINE says it was: a report that comes late changes nothing. */
		at: Date
	}
	line_notices: {
		user_id: string
		shows_content: Generated<boolean>
		created_at: Date
	}
	list_waits: {
		id: GeneratedAlways<string>
		/** A task category or a task, as in office_listings. */
		scope_id: number
		/** Japan, a prefecture, a municipality or a station, as in listing_totals. */
		area_id: number
		email: string | null
		/** The offices that were in the list when the person asked: any other one is news. */
		known_office_ids: number[]
		confirm_hash: Buffer | null
		confirm_expires_at: Date | null
		created_at: Date
		confirmed_at: Date | null
		ended_at: Date | null
		end_reason: 'found' | 'expired' | null
	}
	listing_counts: {
		area_id: number
		scope_id: number
		attributes: number
		office_count: number
	}
	listing_totals: {
		area_id: number
		scope_id: number
		office_count: number
	}
	login_tickets: {
		ticket_hash: Buffer
		kind: 'sign-in' | 'link' | 'link-intent' | 'spent-id-token' | 'second-factor' | 'passkey' | 'new-passkey'
		binding_hash: Buffer | null
		uid: string | null
		provider: 'google' | 'facebook' | 'line' | null
		subject: string | null
		email: string | null
		email_is_verified: boolean | null
		display_name: string | null
		expires_at: Date
	}
	mail_suppressions: {
		id: GeneratedAlways<number>
		address: string
		cause: 'bounce' | 'complaint' | 'staff'
		reason: Generated<string>
		since: Date
		by_user_id: string | null
	}
	mail_template_versions: {
		key: string
		version: number
		/** Null where staff went back to the words of the code. */
		words: ColumnType<object | null, string | null, string | null>
		/** The words of the code at that time: what a later release changes is merged with the edit (accounts/mailing/mail-words.ts). */
		base: ColumnType<object | null, string | null, string | null>
		note: Generated<string>
		created_at: Date
		created_by: string | null
	}
	mails: {
		id: GeneratedAlways<number>
		message_id: string
		user_id: string | null
		address: string
		subject: string
		/** bounced: the server of the recipient knows no such address; suppressed: the address gets no mails. */
		state: 'sending' | 'sent' | 'failed' | 'bounced' | 'suppressed'
		tries: Generated<number>
		reason: string | null
		/** The encrypted mail, for another try, until it was sent or 30 days have passed. */
		sealed: string | null
		first_at: Date
		at: Date
		/** Since when staff are done with a mail that did not arrive. */
		settled_at: Date | null
	}
	message_accesses: {
		id: GeneratedAlways<number>
		kind: 'inquiry' | 'estimate'
		subject_id: number
		ground: 'warrant' | 'court-order' | 'consent' | 'emergency'
		authority: string
		reference: string
		issued_on: IsoDate
		explanation: string
		notice_withheld_until: IsoDate | null
		requested_by: string
		requested_at: Date
		decided_by: string | null
		decided_at: Date | null
		decision: 'approved' | 'refused' | null
		decision_reason: string | null
		expires_at: Date | null
		closed_at: Date | null
		notified_at: Date | null
	}
	missed_searches: {
		day: IsoDate
		term: string
		search_count: number
	}
	municipalities: {
		id: number
		code: string
		prefecture_id: number
		kind: 'designated_city' | 'ward' | 'special_ward' | 'city' | 'town' | 'village'
		/** For a ward of a designated city that city, else the row itself. */
		city_id: number
		name: string
		kana: string
		romaji: string
		lat: number
		lng: number
	}
	municipality_neighbours: {
		municipality_id: number
		neighbour_id: number
		distance_m: number
	}
	notification_digests: {
		user_id: string
		day: IsoDate
	}
	notification_settings: {
		user_id: string
		kind: string
		site: boolean
		mail: boolean
		digest: boolean
		push: Generated<boolean>
		line: Generated<boolean>
	}
	notifications: {
		id: GeneratedAlways<number>
		user_id: string
		kind: string
		/** What it is about: nobody is told of one thing twice. */
		subject: string
		question_id: number | null
		answer_id: number | null
		expert_id: number | null
		follower_id: string | null
		article_id: number | null
		/** Only what cannot be read from the tables when it is shown. */
		content: ColumnType<object | null, string | null, string | null>
		in_site: boolean
		mail: 'none' | 'now' | 'digest'
		created_at: Date
		read_at: Date | null
		mailed_at: Date | null
	}
	oauth_transactions: {
		state_hash: Buffer
		binding_hash: Buffer
		provider: 'google' | 'facebook' | 'line'
		attempt: string
		nonce: string
		code_verifier: string
		link_uid: string | null
		created_at: Date
		expires_at: Date
	}
	office_areas: {
		office_id: number
		prefecture_id: number
	}
	office_cases: {
		id: GeneratedAlways<number>
		office_id: number
		task_id: number | null
		title: string
		client: string
		body: string
		consented_on: IsoDate
		position: number
		listed: Generated<boolean>
	}
	office_changes: {
		id: GeneratedAlways<number>
		office_id: number
		fields: ColumnType<object, string, string>
		state: Generated<'open' | 'approved' | 'returned' | 'withdrawn'>
		reason: Generated<string>
		asked_by: string | null
		asked_at: Date
		decided_by: string | null
		decided_at: Date | null
	}
	office_claims: {
		id: GeneratedAlways<number>
		office_id: number
		expert_id: number
		/** The corporate number or, with a T, the invoice number by which the claimant named the office. */
		number: string
		proof: 'mail' | 'code'
		state: 'open' | 'proved' | 'granted' | 'declined' | 'withdrawn' | 'expired' | 'ended'
		mail_to: string | null
		token_hash: Buffer | null
		/** The encrypted code that staff give by letter or telephone; the claimant types it. */
		sealed_code: string | null
		code_given_at: Date | null
		code_tries: Generated<number>
		proved_at: Date | null
		member_answer: 'agreed' | 'objected' | null
		answered_by: number | null
		answered_at: Date | null
		/** When staff granted it in place of the other members; it takes effect once the claimant is verified. */
		approved_at: Date | null
		/** Since when staff have something to do; null while somebody else has. */
		staff_since: Date | null
		reason: Generated<string>
		created_at: Date
		expires_at: Date
		decided_at: Date | null
	}
	office_drafts: {
		office_id: number
		section: string
		content: ColumnType<object, string, string>
		version: number
		saved_by: string | null
		saved_at: Date
	}
	office_hours: {
		office_id: number
		/** 0 Sunday … 6 Saturday, 7 public holidays. Japan time. */
		weekday: number
		opens_at: Time
		closes_at: Time
		by_appointment: Generated<boolean>
	}
	office_impressions: {
		office_id: number
		day: IsoDate
		shown_count: number
	}
	office_invitations: {
		id: GeneratedAlways<number>
		office_id: number
		token_hash: Buffer
		email: string
		role: 'owner' | 'editor' | 'responder'
		invited_by: string
		invited_at: Date
		expires_at: Date
		accepted_at: Date | null
		revoked_at: Date | null
	}
	office_join_requests: {
		id: GeneratedAlways<number>
		office_id: number
		expert_id: number
		requested_at: Date
		declined_at: Date | null
	}
	office_listings: {
		/** A task category (1–99) or a task (101 and up): the id ranges do not meet. */
		scope_id: number
		office_id: number
		prefecture_id: number
		city_id: number
		municipality_id: number
		/** Bits 0–4: first consultation free, online, weekend, evening, accepting. Bit 4 + n: profession n. */
		attributes: number
		/** Smaller comes first; so do rating_rank and newest_rank. office_id breaks ties. */
		recommended_rank: number
		rating_rank: number
		newest_rank: number
	}
	office_members: {
		office_id: number
		expert_id: number
		role: 'owner' | 'editor' | 'responder'
		title: Generated<string>
		position: Generated<number>
		/** A seat more than the plan holds: still a member in public, but may not edit. */
		asleep_at: Date | null
		/** own: only of cases that the member is assigned to, or nobody is. */
		notices: Generated<'all' | 'own'>
	}
	office_photos: {
		id: GeneratedAlways<number>
		office_id: number | null
		token: string
		alt: Generated<string>
		width: number
		height: number
		position: Generated<number>
		created_at: Date
		removed_at: Date | null
		/** More than the plan holds: kept, and shown again once it does. */
		asleep_at: Date | null
	}
	office_professions: {
		office_id: number
		profession_id: number
	}
	office_special_days: {
		id: GeneratedAlways<number>
		office_id: number
		/** closed: no hours. hours: other hours on days that have some. open: these hours on every day. */
		kind: 'closed' | 'hours' | 'open'
		first_on: IsoDate
		last_on: IsoDate
		opens_at: Time | null
		closes_at: Time | null
		/** Repeats in every later year; days of one year take precedence. */
		is_yearly: Generated<boolean>
		label: Generated<string>
	}
	office_stations: {
		office_id: number
		position: number
		station_id: number
		distance_m: number
		walk_minutes: number
	}
	office_tasks: {
		office_id: number
		task_id: number
		fee_basis: 'per_case' | 'monthly' | 'hourly' | 'percentage'
		fee_min: number
		fee_max: number | null
		includes: Generated<string>
		/** office_parts() of the row, kept for cards whenever the office is reindexed. */
		part_ids: Generated<number[]>
	}
	offices: {
		id: Generated<number>
		kind: 'sole' | 'corporation' | 'company' | 'joint'
		name: string
		kana: string
		corporate_number: string | null
		invoice_number: string | null
		representative: string
		headline: Generated<string>
		description: Generated<string[]>
		postal_code: string | null
		prefecture_id: number
		municipality_id: number
		address_line: string
		lat: number
		lng: number
		phone: string | null
		phone_public_at: Date | null
		website: string | null
		first_consultation: Generated<string>
		first_consultation_free: Generated<boolean>
		online: Generated<boolean>
		/** Derived from office_hours: any hours on Saturday, Sunday or holidays. */
		weekend: Generated<boolean>
		/** Derived from office_hours: any day open past 18:30. */
		evening: Generated<boolean>
		accepting: Generated<'open' | 'limited' | 'paused'>
		staff_count: Generated<number>
		founded_on: IsoDate | null
		industries: Generated<string[]>
		software: Generated<string[]>
		languages: Generated<string[]>
		picture: string | null
		state: 'draft' | 'published' | 'unlisted' | 'suspended' | 'deleted'
		rating_sum: Generated<number>
		rating_count: Generated<number>
		is_demo: Generated<boolean>
		published_at: Date | null
		created_at: Generated<Date>
		updated_at: Generated<Date>
		/** Goes up when drafts become public, so that forms opened before know of it. */
		version: Generated<number>
		deleted_at: Date | null
		state_before_deletion: 'draft' | 'published' | 'unlisted' | 'suspended' | null
		/** Set where staff took the office off the site; null where it went with its owner. */
		suspended_reason: string | null
		/** Median of first replies to inquiries of 90 days, in business minutes; null under three of them. */
		reply_minutes: number | null
		qualified_count: number | null
		/** The first time that a client can book, kept by a scheduled job; null for none. */
		next_free_at: Date | null
		/** Whether that is within seven days: a facet of the lists. */
		is_free_soon: Generated<boolean>
		/** What the point comes from: coordinates, walks from stations, a station near by, or the middle of the municipality. Null: derived (geography/points.ts). */
		point_basis: 'exact' | 'stations' | 'near_station' | 'municipality' | null
	}
	page_view_sources: {
		kind: 'office' | 'expert'
		target_id: number
		day: IsoDate
		source: 'list' | 'search' | 'questions' | 'articles' | 'profiles' | 'site' | 'outside' | 'direct'
		view_count: number
	}
	page_views: {
		kind: 'office' | 'expert'
		target_id: number
		day: IsoDate
		view_count: number
	}
	passkeys: {
		id: GeneratedAlways<string>
		uid: string
		credential_id: string
		public_key: Buffer
		counter: string
		transports: string[]
		name: string
		created_at: Date
		last_used_at: Date | null
	}
	payment_allocations: {
		id: GeneratedAlways<number>
		/** Null where a credit of the customer was used. */
		payment_id: number | null
		invoice_id: number
		amount: number
		at: Date
	}
	payments: {
		id: GeneratedAlways<number>
		user_id: string
		method: 'transfer' | 'card'
		received_on: IsoDate
		amount: number
		payer: Generated<string>
		client_key: string
		recorded_by: string | null
		recorded_at: Date
	}
	pending_events: {
		id: GeneratedAlways<string>
		event: ColumnType<object, string, string>
		happened_at: Date
	}
	person_notes: {
		id: GeneratedAlways<number>
		user_id: string
		author_id: string | null
		body: string
		is_pinned: Generated<boolean>
		at: Date
	}
	pickup_clicks: {
		pickup_id: number
		day: IsoDate
		click_count: number
	}
	pickup_experts: {
		expert_id: number
		position: number
		reason: string
	}
	pickups: {
		id: GeneratedAlways<number>
		expert_id: number
		scope_id: Generated<number>
		prefecture_id: Generated<number>
		position: Generated<number>
		reason: string
		/** Paid: shown after the others with the word PR. */
		is_pr: Generated<boolean>
		starts_on: IsoDate
		/** The last day; null for no end. */
		ends_on: IsoDate | null
		published_at: Date | null
		ended_at: Date | null
		version: Generated<number>
		made_by: string | null
		made_at: Date
		client_key: string | null
	}
	placements: {
		id: GeneratedAlways<number>
		office_id: number
		task_id: number
		prefecture_id: number
		/** Beyond what the plan of the office holds: kept, and not shown. */
		asleep_at: Date | null
		created_at: Date
	}
	plan_prices: {
		id: GeneratedAlways<number>
		plan: 'standard' | 'pro'
		payment_interval: 'month' | 'year'
		effective_on: IsoDate
		/** Yen with tax. */
		amount: number
		/** When subscribers were mailed about it. */
		announced_at: Date | null
	}
	postal_codes: {
		postal_code: string
		municipality_id: number
	}
	prefecture_neighbours: {
		prefecture_id: number
		neighbour_id: number
	}
	prefectures: {
		id: number
		slug: string
		name: string
		kana: string
		region: 'hokkaido-tohoku' | 'kanto' | 'chubu' | 'kansai' | 'chugoku-shikoku' | 'kyushu'
		lat: number
		lng: number
	}
	privacy_requests: {
		id: GeneratedAlways<number>
		support_id: number | null
		user_id: string | null
		kind: 'purpose' | 'disclosure' | 'correction' | 'suspension' | 'sharing'
		channel: 'contact' | 'mail' | 'letter'
		claimant: 'self' | 'agent'
		requester_name: string
		email: string | null
		body: string
		received_on: IsoDate
		due_on: IsoDate
		identity_method: 'account' | 'document' | 'mandate' | null
		identity_note: string | null
		identity_by: string | null
		identity_at: Date | null
		/** What the person was told when the answer took longer than 14 days. */
		outlook: string | null
		exported_at: Date | null
		erased_at: Date | null
		outcome: 'granted' | 'partly' | 'refused' | 'withdrawn' | null
		decision: string | null
		decided_by: string | null
		created_by: string | null
		created_at: Date
		closed_at: Date | null
		client_key: string
	}
	professions: {
		id: number
		slug: string
		name: string
		kana: string
		short_name: string
		register: string
		registration_pattern: string
		summary: string
		title_law: string | null
		ask_when: Generated<string[]>
		/** What they may not do, and whom to ask instead. */
		not_for: Generated<string>
		register_url: Generated<string>
	}
	proof_files: {
		id: GeneratedAlways<string>
		credential_id: number | null
		name: string
		extension: 'pdf' | 'jpg'
		byte_count: number
		page_count: number
		uploaded_at: Date
		purge_at: Date | null
		change_id: number | null
	}
	push_keys: {
		id: Generated<number>
		public_key: string
		sealed_private: string
		created_at: Date
	}
	push_subscriptions: {
		id: GeneratedAlways<number>
		user_id: string
		/** A device gets pushes as long as it is signed in. */
		session_id: string
		endpoint: string
		sealed_keys: string
		device: string
		/** Whether a push says more than its kind: it may be read on a locked screen. */
		shows_content: Generated<boolean>
		created_at: Date
		last_sent_at: Date | null
	}
	qa_drafts: {
		id: GeneratedAlways<string>
		user_id: string
		question_id: number | null
		content: ColumnType<object, string, string>
		updated_at: Date
	}
	question_addenda: {
		id: GeneratedAlways<number>
		question_id: number
		position: number
		body: string
		created_at: Generated<Date>
	}
	question_images: {
		id: GeneratedAlways<number>
		token: string
		owner_id: string | null
		question_id: number | null
		position: Generated<number>
		alt: Generated<string>
		width: number
		height: number
		created_at: Date
		posted_at: Date | null
		removed_at: Date | null
	}
	question_merges: {
		id: GeneratedAlways<number>
		from_id: number
		to_id: number
		user_id: string | null
		reason: string
		given_at: Date
		due_at: Date
		outcome: 'applied' | 'undone' | 'failed' | null
		settled_at: Date | null
		failure: string | null
	}
	question_revisions: {
		question_id: number
		version: number
		content: ColumnType<object, string, string>
		replaced_at: Date
	}
	question_searches: {
		question_id: number
		tokeniser: number
		title_tokens: string
		/** Beside words: facts with a tilde (~c5 category, ~t503 task, ~p13 prefecture, ~b7 the 4,096 ids it is of). */
		tokens: string
	}
	question_task_suggestions: {
		question_id: number
		expert_id: number
		task_id: number
		suggested_at: Date
		declined_at: Date | null
	}
	question_tasks: {
		question_id: number
		position: number
		task_id: number
		/** As answer_count the question’s own, kept by triggers. */
		popularity: Generated<number>
		answer_count: Generated<number>
		/** The question’s own while everybody may see it, else null. Kept by triggers. */
		state: 'open' | 'answered' | 'resolved' | null
	}
	questions: {
		id: GeneratedAlways<number>
		asker_id: string | null
		/** Drawn by lot for each thread: says nothing about the asker and is no name in any other thread. */
		asker_handle: string
		is_anonymous: Generated<boolean>
		title: string
		body: string
		task_category_id: number
		prefecture_id: number | null
		stage: 'planning' | 'sole' | 'corporation'
		industry: string | null
		state: Generated<'open' | 'answered' | 'resolved'>
		best_answer_id: number | null
		best_chosen_by: 'asker' | 'staff' | null
		best_reason: string | null
		answer_count: Generated<number>
		helpful_count: Generated<number>
		view_count: Generated<number>
		/** Views count by tens, so that most of them touch no index. */
		popularity: GeneratedAlways<number>
		version: Generated<number>
		client_key: string | null
		created_at: Generated<Date>
		updated_at: Generated<Date>
		edited_at: Date | null
		resolved_at: Date | null
		anonymised_at: Date | null
		hidden_at: Date | null
		hidden_reason: string | null
		deleted_at: Date | null
		/** Posted from an account whose address is not confirmed: the confirmation publishes it. */
		awaits_address_since: Date | null
	}
	queue_assignments: {
		queue: string
		item_id: number
		user_id: string
		assigned_at: Date
	}
	queue_claims: {
		queue: 'experts' | 'credentials' | 'offices' | 'claims' | 'articles' | 'reports' | 'appeals' | 'contacts' | 'leads' | 'mail'
		item_id: number
		user_id: string
		seen_at: Date
	}
	queue_skips: {
		queue: 'experts' | 'credentials' | 'offices' | 'claims' | 'articles' | 'reports' | 'appeals' | 'contacts' | 'leads' | 'mail'
		item_id: number
		user_id: string
		reason: string
		skipped_at: Date
	}
	queue_views: {
		id: GeneratedAlways<number>
		user_id: string
		queue: string
		name: string
		query: string
		made_at: Date
		/** Since when everybody who works on the queue sees the view; null for the maker alone. */
		shared_at: Date | null
	}
	quote_files: {
		stored_name: string
		/** Null when the quote is gone: a job deletes the file. */
		quote_id: number | null
		/** Of everything that is printed: another text makes another file. */
		sheet_hash: string
		/** Whether it names the client; a job deletes it once the name was erased. */
		client_named: boolean
		made_at: Date
	}
	railway_lines: {
		id: number
		name: string
		operator: string
	}
	received_mails: {
		id: GeneratedAlways<number>
		/** SHA-256 of the address and the Message-ID, so that a mail that comes again does nothing. */
		mail_hash: Buffer
		address_id: number | null
		outcome: string
		byte_count: number
		file_count: number
		received_at: Date
	}
	recovery_codes: {
		uid: string
		code_hash: Buffer
		/** Null for the short codes from before 2026-11-22. */
		created_at: Date | null
	}
	refunds: {
		id: GeneratedAlways<number>
		user_id: string
		invoice_id: number | null
		credit_note_id: number | null
		amount: number
		reason: string
		client_key: string
		requested_by: string
		requested_at: Date
		decided_by: string | null
		decided_at: Date | null
		state: Generated<'requested' | 'approved' | 'rejected' | 'paid'>
		paid_on: IsoDate | null
	}
	reply_addresses: {
		id: GeneratedAlways<number>
		user_id: string
		inquiry_id: number | null
		delivery_id: number | null
		created_at: Date
		expires_at: Date
		revoked_at: Date | null
	}
	reports: {
		id: GeneratedAlways<number>
		reporter_id: string | null
		kind: 'question' | 'answer' | 'comment' | 'review' | 'article' | 'office' | 'expert' | 'inquiry'
		subject_id: number
		reason: 'personal' | 'advertising' | 'abuse' | 'false' | 'rights' | 'other'
		body: Generated<string>
		state: Generated<'open' | 'upheld' | 'dismissed'>
		created_at: Date
		decided_at: Date | null
		decided_by: string | null
		decision_reason: string | null
		/** Messages of the inquiry that the reporter chose to submit. Those of a report before this column: none. */
		message_ids: Generated<number[]>
	}
	reservation_laws: {
		id: number
		slug: string
		name: string
		short_name: string
		articles: string
		/** From when the wording of these articles has applied. */
		in_force_on: IsoDate
		sentence: string
		url: string
		checked_on: IsoDate
	}
	review_revisions: {
		id: GeneratedAlways<number>
		review_id: number
		stars: number
		body: string
		persona: string
		replaced_at: Date
	}
	reviews: {
		id: GeneratedAlways<number>
		office_id: number
		user_id: string | null
		task_id: number | null
		stars: number
		body: string
		persona: Generated<string>
		reply: string | null
		replied_at: Date | null
		created_at: Generated<Date>
		hidden_at: Date | null
		hidden_reason: string | null
		edited_at: Date | null
		replied_by: string | null
		/** What the author received from the office besides the work, as they disclose it; empty for nothing. */
		received: Generated<string>
	}
	rule_agreements: {
		user_id: string
		room: string
		version: IsoDate
		agreed_at: Date
	}
	rule_notices: {
		room: string
		version: IsoDate
		last_user_id: Generated<string>
		finished_at: Date | null
	}
	saved_replies: {
		id: GeneratedAlways<number>
		office_id: number
		title: string
		/** May hold placeholders such as {お名前}, which are filled when it is inserted. */
		body: string
		client_key: string
		created_at: Date
		updated_at: Date
	}
	search_terms: {
		/** As the index has it: folded. */
		term: string
		label: string
		reading: Generated<string>
		romaji: Generated<string>
		titles: Generated<number>
		texts: Generated<number>
		is_offered: Generated<boolean>
		bigrams: string[]
	}
	second_factors: {
		uid: string
		sealed_secret: string
		created_at: Date
		confirmed_at: Date | null
		/** The half minute of the last code that was taken: each works once. */
		last_step: Generated<string>
	}
	seed_marks: {
		name: string
		value: string
		updated_at: Generated<Date>
	}
	sessions: {
		id: GeneratedAlways<string>
		token_hash: Buffer
		uid: string
		provider: 'password' | 'passkey' | 'google' | 'facebook' | 'line'
		auth_time: Date
		created_at: Date
		last_seen_at: Date
		expires_at: Date
		user_agent: Generated<string>
		second_factor_at: Date | null
	}
	signing_keys: {
		kid: string
		public_jwk: ColumnType<object, string, string>
		sealed_private: string
		created_at: Date
	}
	site_settings: {
		name: string
		value: string
		version: Generated<number>
		changed_at: Date
		changed_by: string | null
	}
	staff_roles: {
		user_id: string
		role: 'admin' | 'moderator' | 'reviewer' | 'editor' | 'support' | 'accounting'
		granted_at: Generated<Date>
	}
	station_lines: {
		station_id: number
		line_id: number
		/** Place of the station along the line, from 1, so that lists follow the rails. */
		position: number
	}
	station_listings: {
		station_id: number
		office_id: number
		distance_m: number
		scope_ids: number[]
		attributes: number
		recommended_rank: number
		rating_rank: number
		newest_rank: number
	}
	station_municipalities: {
		station_id: number
		municipality_id: number
	}
	stations: {
		id: number
		prefecture_id: number
		municipality_id: number
		municipality_margin: number
		name: string
		kana: string | null
		romaji: string | null
		url_segment: string
		lat: number
		lng: number
	}
	stripe_events: {
		id: string
		type: string
		object_id: string
		created_at: Date
		received_at: Date
		handled_at: Date | null
		attempt_count: Generated<number>
		try_after: Date
		last_error: string | null
	}
	sub_qualification_professions: {
		sub_qualification_id: number
		profession_id: number
	}
	sub_qualifications: {
		id: number
		slug: string
		name: string
		short_name: string
		law: string
		proof: string
		summary: string
		limit_text: string | null
		renewal: 'none' | 'required'
	}
	subscription_events: {
		id: GeneratedAlways<number>
		subscription_id: number
		at: Date
		kind: 'start' | 'convert' | 'renew' | 'change' | 'schedule' | 'cancel' | 'keep' | 'pause' | 'resume' | 'past-due' | 'recover' | 'end' | 'accept-price'
		plan: string
		payment_interval: string
		state: string
	}
	subscriptions: {
		id: GeneratedAlways<number>
		user_id: string
		plan: 'standard' | 'pro'
		payment_interval: 'month' | 'year'
		state: 'trial' | 'active' | 'past_due' | 'paused' | 'ended'
		trial_ends_on: IsoDate | null
		trial_used_on: IsoDate | null
		period_from: IsoDate | null
		period_to: IsoDate | null
		anchor_day: Generated<number>
		charge_from: IsoDate | null
		/** Yen with tax that were charged for the days from charge_from to period_to. */
		charge_amount: Generated<number>
		/** The highest price of a period that the subscriber has agreed to, in yen with tax. */
		agreed_amount: number
		next_plan: 'standard' | 'pro' | null
		next_interval: 'month' | 'year' | null
		next_amount: number | null
		cancel_asked_at: Date | null
		cancel_reason: Generated<string>
		pause_asked_at: Date | null
		paused_on: IsoDate | null
		past_due_on: IsoDate | null
		ended_on: IsoDate | null
		coupon_code: string | null
		coupon_percent: Generated<number>
		coupon_left: Generated<number>
		/** When the end of the trial or the renewal of a year was announced by mail. */
		reminded_on: IsoDate | null
		client_key: string
		created_at: Date
		updated_at: Date
	}
	suggestion_terms: {
		id: GeneratedAlways<string>
		kind: 'category' | 'task' | 'prefecture' | 'municipality' | 'station' | 'office' | 'expert'
		target_id: number
		/** Folded surface, hiragana reading or romaji; one row each. */
		key: string
		label: string
		detail: Generated<string>
		path: string
		popularity: Generated<number>
	}
	support_replies: {
		id: GeneratedAlways<number>
		request_id: number
		author_id: string | null
		body: string
		client_key: string
		created_at: Date
	}
	support_requests: {
		id: GeneratedAlways<number>
		category: 'usage' | 'account' | 'listing' | 'rights' | 'privacy' | 'business' | 'other'
		topic: string | null
		claimant: 'self' | 'agent' | null
		user_id: string | null
		sender_name: string
		email: string
		page_path: string | null
		body: string
		client_key: string
		due_on: IsoDate
		/** When the author of what is claimed about was asked (情報流通プラットフォーム対処法3条2項2号). */
		author_asked_on: IsoDate | null
		outcome: 'measures' | 'none' | 'withdrawn' | null
		staff_note: Generated<string>
		created_at: Date
		answered_at: Date | null
		closed_at: Date | null
	}
	suspension_requests: {
		id: GeneratedAlways<number>
		user_id: string
		scope: 'expert' | 'account'
		reason: string
		followers: number
		requested_by: string
		requested_at: Date
		state: Generated<'open' | 'done' | 'refused' | 'withdrawn'>
		decided_by: string | null
		decided_at: Date | null
	}
	task_categories: {
		id: number
		slug: string
		name: string
		kana: string
		summary: string
		body: string[]
		synonyms: string[]
		position: number
	}
	task_estimate_questions: {
		task_id: number
		position: number
		key: string
		label: string
		kind: 'choice' | 'count' | 'text'
		options: Generated<string[]>
		unit: Generated<string>
		hint: Generated<string>
	}
	task_part_grants: {
		part_id: number
		profession_id: number
		sub_qualification_id: number | null
		position: number
	}
	task_parts: {
		id: number
		task_id: number | null
		task_category_id: number | null
		position: number
		kind: 'advice' | 'drafting' | 'agency' | 'representation' | 'registration' | 'appraisal' | 'work'
		name: string
		law_id: number | null
		note: Generated<string>
	}
	task_professions: {
		task_id: number
		profession_id: number
		position: number
	}
	task_tools: {
		task_id: number
		tool_id: number
		position: number
	}
	tasks: {
		id: number
		task_category_id: number
		slug: string
		name: string
		kana: string
		synonyms: string[]
		summary: string
		body: string[]
		exclusive_law: string | null
		fee_basis: 'per_case' | 'monthly' | 'hourly' | 'percentage'
		fee_min: number
		fee_max: number
		fee_note: string
		lead_time: string
		documents: string[]
		faq: ColumnType<object, string, string>
		valid_until: IsoDate | null
		position: number
		published_at: Date | null
	}
	taxonomy_drafts: {
		kind: 'category' | 'task' | 'part' | 'useCase' | 'tool'
		key: string
		fields: ColumnType<object, string, string>
		item_version: number
		version: Generated<number>
		reason: Generated<string>
		user_id: string
		saved_at: Date
		publish_at: Date | null
		failure: string | null
	}
	taxonomy_editions: {
		id: GeneratedAlways<number>
		kind: string
		key: string
		version: number
		fields: ColumnType<object, string, string>
		is_live: boolean
		source: 'content' | 'staff'
		user_id: string | null
		reason: Generated<string>
		at: Date
	}
	taxonomy_items: {
		kind: 'category' | 'task' | 'part' | 'useCase' | 'tool'
		key: string
		content: ColumnType<object | null, string | null, string | null>
		staff: ColumnType<object, string | undefined, string>
		base: ColumnType<object, string | undefined, string>
		is_own: Generated<boolean>
		retired_at: Date | null
		version: Generated<number>
		changed_at: Date
	}
	taxonomy_redirects: {
		kind: 'task' | 'tool'
		from_id: number
		from_key: string
		to_kind: 'category' | 'task' | 'tool'
		to_key: string
		at: Date
	}
	throttles: {
		key: string
		hits: Date[]
		granted: string | null
		expires_at: Date
	}
	tool_link_checks: {
		slug: string
		url: string
		checked_at: Date
		failure: string | null
		failing_since: Date | null
	}
	tools: {
		id: GeneratedAlways<number>
		slug: string
		name: string
		url: string | null
		kind: 'public' | 'saas' | 'calculator' | 'template'
		price_note: string
		summary: string
		body: string[]
		advertised_at: Date | null
		checked_on: IsoDate
		/** The calculator of this site that does what the tool promises. */
		calculator_slug: string | null
		/** The file below /templates/ that the tool promises. */
		file_name: string | null
	}
	use_cases: {
		id: GeneratedAlways<number>
		task_id: number
		title: string
		persona: string
		before_text: string
		after_text: string
		days: number
		cost: number
		position: number
	}
	users: {
		id: GeneratedAlways<string>
		uid: string
		/** The address that the person gave last, proved or not. Mail, sign-in and look-ups go by identities.email. */
		email: string | null
		first_name: Generated<string>
		last_name: Generated<string>
		image_url: string | null
		is_expert: Generated<boolean>
		/** Whether the person is staff: kept by a trigger on staff_roles, never written otherwise. */
		is_s: Generated<boolean>
		anonymize: Generated<boolean>
		has_logged_in: Generated<boolean>
		receive_email: Generated<boolean>
		is_phone_number_authenticated: Generated<boolean>
		created_at: Generated<Date>
		updated_at: Date | null
		task_ids: Generated<number[]>
		category_ids: Generated<number[]>
		business_role: 'owner' | 'planning' | 'staff' | 'expert' | null
		deleted_at: Date | null
	}
	verified_expert_changes: {
		id: GeneratedAlways<string>
		change: number
	}
	web_processes: {
		id: string
		seen_at: Date
		stopped_at: Date | null
		/** Pages for visitors, most recently asked for first. Without queries, which may be text that somebody typed. */
		hot_paths: string[]
	}
	webhook_deliveries: {
		id: GeneratedAlways<number>
		endpoint_id: number
		kind: string
		/** Names the occasion: an event that is recorded twice is sent once. */
		subject: string
		/** The webhook-id, the same for every attempt and replay. */
		message_id: string
		body: string
		state: Generated<'waiting' | 'delivered' | 'failed'>
		attempt_count: Generated<number>
		created_at: Date
		next_try_at: Date | null
		last_attempt_at: Date | null
		last_status: number | null
		last_error: string | null
	}
	webhook_endpoints: {
		id: GeneratedAlways<number>
		user_id: string
		url: string
		event_kinds: string[]
		/** Encrypted with the site's key. */
		secret: string
		previous_secret: string | null
		previous_secret_until: Date | null
		client_key: string
		created_at: Date
		/** When the first of the failures in a row was; null after a success. */
		failing_since: Date | null
		disabled_at: Date | null
	}
	withheld_expert_tasks: {
		expert_id: number
		task_id: number
		withheld_at: Date
	}
	withheld_office_tasks: {
		office_id: number
		task_id: number
		fee_basis: 'per_case' | 'monthly' | 'hourly' | 'percentage'
		fee_min: number
		fee_max: number | null
		includes: Generated<string>
		/** What was set aside for a suspended member is forgotten when they leave; the rest stays. */
		reason: Generated<'suspension' | 'expiry' | 'rules'>
		withheld_at: Generated<Date>
	}
}
