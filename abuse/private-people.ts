import { expert, LINK_HOLDER, members, person, publicExpert, publicOffice, staffReaders, type TableRule } from './private-rules.ts'

/** Fields of people, experts and offices. */
export const accounts: Record<string, TableRule> = {
	action_codes: {
		columns: { code_hash: 'secret', uid: 'code', kind: 'code', email: 'email', previous_email: 'email' },
		readers: person('t.uid'),
	},
	address_claims: { columns: { uid: 'code', email: 'email' }, readers: person('t.uid') },
	auth_events: { columns: { uid: 'code', kind: 'code', provider: 'code', block: 'text', user_agent: 'text' }, readers: person('t.uid') },
	identities: {
		columns: { uid: 'code', email: 'email', password_hash: 'secret' },
		readers: `${person('t.uid')} union ${staffReaders(`(${person('t.uid')})`)}`,
		staff: ['support'],
	},
	identity_links: {
		columns: { uid: 'code', provider: 'code', subject: 'text', email: 'email', display_name: 'text' },
		readers: person('t.uid'),
	},
	known_devices: { columns: { uid: 'code', device_hash: 'secret' } },
	login_tickets: {
		columns: {
			ticket_hash: 'secret',
			kind: 'code',
			binding_hash: 'secret',
			uid: 'code',
			provider: 'code',
			subject: 'text',
			email: 'email',
			display_name: 'text',
		},
		readers: person('t.uid'),
	},
	oauth_transactions: {
		columns: {
			state_hash: 'secret',
			binding_hash: 'secret',
			provider: 'code',
			attempt: 'code',
			nonce: 'secret',
			code_verifier: 'secret',
			link_uid: 'code',
		},
	},
	passkeys: {
		columns: { uid: 'code', credential_id: 'token', public_key: 'secret', transports: 'code', name: 'text' },
		readers: person('t.uid'),
	},
	recovery_codes: { columns: { uid: 'code', code_hash: 'secret' } },
	second_factors: { columns: { uid: 'code', sealed_secret: 'secret' } },
	sessions: { columns: { token_hash: 'secret', uid: 'code', provider: 'code', user_agent: 'text' }, readers: person('t.uid') },
	signing_keys: { columns: { kid: 'public', public_jwk: 'public', sealed_private: 'secret' } },
	staff_roles: { columns: { role: 'code' } },
	audit_log: { columns: { action: 'code', subject: 'code', reason: 'text', detail: 'json' } },
	audit_chain: { columns: { hash: 'derived' } },
	throttles: { columns: { key: 'derived' } },
	users: {
		columns: {
			uid: 'code',
			email: 'email',
			first_name: 'text',
			last_name: 'text',
			image_url: 'public',
			business_role: 'code',
		},
		// Experts see who follows them, and are notified of it.
		readers: `select t.id union select e.user_id from follows f join experts e on e.id = f.expert_id where f.user_id = t.id union select n.user_id from notifications n where n.follower_id = t.id union ${staffReaders('t.id')}`,
		staff: ['support'],
		// Who asks a question by name shows that name.
		publicWhen: 'not t.anonymize and exists (select from questions q where q.asker_id = t.id and not q.is_anonymous)',
	},
}

export const directory: Record<string, TableRule> = {
	credential_changes: {
		columns: { registration_number: 'text', association: 'text', state: 'code', reason: 'text' },
		readers: expert('t.expert_id'),
		staff: ['reviewer'],
	},
	expert_consents: { columns: { kind: 'code', text_version: 'code' } },
	expert_credentials: {
		columns: { registration_number: 'text', association: 'text' },
		readers: expert('t.expert_id'),
		staff: ['reviewer'],
		publicWhen: publicExpert('t.expert_id'),
	},
	expert_sub_qualifications: {
		columns: { registration_number: 'text' },
		readers: expert('t.expert_id'),
		staff: ['reviewer'],
		publicWhen: publicExpert('t.expert_id'),
	},
	expert_fact_checks: {
		columns: { fact: 'code', label: 'code', value: 'text' },
		readers: expert('t.expert_id'),
		staff: ['reviewer'],
		publicWhen: publicExpert('t.expert_id'),
	},
	expert_decisions: { columns: { state: 'code', reason: 'text' }, readers: expert('t.expert_id'), staff: ['reviewer'] },
	experts: {
		columns: {
			display_name: 'text',
			kana: 'kana',
			headline: 'text',
			biography: 'list',
			languages: 'code',
			website: 'format',
			state: 'code',
			portrait: 'public',
			links: 'format',
		},
		readers: `select t.user_id union ${members('select j.office_id from office_join_requests j where j.expert_id = t.id union select m.office_id from office_members m where m.expert_id = t.id')}`,
		staff: ['reviewer'],
		publicWhen: publicExpert('t.id'),
	},
	office_cases: {
		columns: { title: 'text', client: 'text', body: 'text' },
		readers: members('t.office_id'),
		staff: ['reviewer'],
		publicWhen: publicOffice('t.office_id'),
	},
	office_changes: { columns: { fields: 'json', state: 'code', reason: 'text' }, readers: members('t.office_id'), staff: ['reviewer'] },
	office_drafts: { columns: { section: 'code', content: 'json' }, readers: members('t.office_id') },
	import_batches: { columns: { file_name: 'text', source: 'text' }, readers: `select ${LINK_HOLDER}` },
	import_refusals: { columns: { email_hash: 'secret' } },
	import_rows: {
		columns: { state: 'code', email: 'email', facts: 'json', faults: 'json', key_hash: 'secret', token_hash: 'secret' },
		readers: `select ${LINK_HOLDER}`,
	},
	office_invitations: {
		columns: { token_hash: 'secret', email: 'email', role: 'code' },
		readers: `${members('t.office_id')} union select u.id from users u where u.email = t.email`,
	},
	office_members: {
		columns: { role: 'code', title: 'text', notices: 'code' },
		readers: members('t.office_id'),
		publicWhen: publicOffice('t.office_id'),
	},
	office_photos: {
		columns: { token: 'public', alt: 'text' },
		readers: members('t.office_id'),
		staff: ['reviewer'],
		publicWhen: `t.removed_at is null and ${publicOffice('t.office_id')}`,
	},
	office_tasks: {
		columns: { fee_basis: 'code', includes: 'text' },
		readers: members('t.office_id'),
		staff: ['reviewer'],
		publicWhen: publicOffice('t.office_id'),
	},
	offices: {
		columns: {
			kind: 'code',
			name: 'text',
			kana: 'kana',
			corporate_number: 'format',
			invoice_number: 'format',
			representative: 'text',
			headline: 'text',
			description: 'list',
			postal_code: 'format',
			address_line: 'text',
			phone: 'phone',
			website: 'format',
			first_consultation: 'text',
			accepting: 'code',
			industries: 'list',
			software: 'list',
			languages: 'code',
			picture: 'public',
			state: 'code',
			state_before_deletion: 'code',
			suspended_reason: 'always-text',
		},
		readers: members('t.id'),
		// Who asked an office keeps its name when it closes.
		readersOf: {
			name: `${members('t.id')} union select r.user_id from estimate_requests r join estimate_deliveries d on d.request_id = r.id where d.office_id = t.id union select i.user_id from inquiries i where i.office_id = t.id`,
		},
		staff: ['reviewer'],
		publicWhen: publicOffice('t.id'),
	},
	page_views: { columns: { kind: 'code' } },
	page_view_sources: { columns: { kind: 'code', source: 'code' } },
	pickup_experts: { columns: { reason: 'public' } },
	pickups: { columns: { reason: 'text', client_key: 'code' }, staff: ['editor'], publicWhen: 't.published_at is not null' },
	proof_files: {
		columns: { name: 'token', extension: 'code' },
		readers:
			'select e.user_id from experts e where e.id = coalesce((select c.expert_id from expert_credentials c where c.id = t.credential_id), (select c.expert_id from credential_changes c where c.id = t.change_id))',
		staff: ['reviewer'],
	},
	suggestion_terms: { columns: { kind: 'code', key: 'derived', label: 'derived', detail: 'derived', path: 'derived' } },
	withheld_office_tasks: {
		columns: { fee_basis: 'code', includes: 'text', reason: 'code' },
		readers: members('t.office_id'),
		staff: ['reviewer'],
	},
}
