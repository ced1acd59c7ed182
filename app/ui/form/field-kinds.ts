import type { InputHTMLAttributes } from 'react'

type FieldKind = Pick<
	InputHTMLAttributes<HTMLElement>,
	'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'autoCorrect' | 'spellCheck' | 'enterKeyHint'
>

/** A name is no word of a dictionary: correcting it would make another one of it. */
const name: FieldKind = { autoCapitalize: 'words', autoCorrect: 'off', spellCheck: false }
const email: FieldKind = { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false }
const phone: FieldKind = { type: 'tel', inputMode: 'tel' }
const password: FieldKind = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }
const search: FieldKind = { enterKeyHint: 'search' }

/** What the keyboard of a phone and the memory of a browser are told of each kind of text that is typed. */
export const fieldKinds = {
	firstName: { ...name, autoComplete: 'given-name' },
	lastName: { ...name, autoComplete: 'family-name' },
	email: { ...email, autoComplete: 'email' },
	/** Where an account is named by it, so that browsers fill in the password too. */
	accountEmail: { ...email, autoComplete: 'username' },
	phone: { ...phone, autoComplete: 'tel' },
	currentPassword: { ...password, autoComplete: 'current-password' },
	newPassword: { ...password, autoComplete: 'new-password' },
	code: { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false, autoComplete: 'off' },
	/** Not 'numeric': '1,500' and '1500.50' are amounts. */
	amount: { inputMode: 'decimal', autoComplete: 'off' },
	/** A whole number. No type='number': a wheel or an arrow key would change it. */
	count: { inputMode: 'numeric', autoComplete: 'off' },
	/** No autocomplete: a browser would offer dates of other pages. */
	date: { type: 'date', autoComplete: 'off' },
	/** The key makes a new line. */
	comment: { autoCapitalize: 'sentences', enterKeyHint: 'enter' },
	/** Four to six digits. */
	pin: { type: 'password', inputMode: 'numeric', autoComplete: 'off' },
	/** What a shop types for a customer: a browser would fill in the staff's own. */
	customerName: { ...name, autoComplete: 'off' },
	customerPhone: { ...phone, autoComplete: 'off' },
	customerEmail: { ...email, autoComplete: 'off' },
	/** What a shop writes about its own calendar. */
	remark: { autoCapitalize: 'sentences', autoComplete: 'off' },
	time: { type: 'time', autoComplete: 'off' },
	/** The address of a shop, line by line. */
	shopName: { ...name, autoComplete: 'organization' },
	street: { ...name, autoComplete: 'address-line1' },
	area: { ...name, autoComplete: 'address-level3' },
	city: { ...name, autoComplete: 'address-level2' },
	search: { ...search, type: 'search', autoCapitalize: 'none', autoComplete: 'off' },
	place: { ...search, autoCapitalize: 'words', autoComplete: 'address-level2' },
} satisfies Record<string, FieldKind>
