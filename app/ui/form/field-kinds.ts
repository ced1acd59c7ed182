import type { InputHTMLAttributes } from 'react'

type FieldKind = Pick<
	InputHTMLAttributes<HTMLElement>,
	'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'autoCorrect' | 'spellCheck' | 'enterKeyHint'
>

/** Autocorrect would change a name into a word. */
const name: FieldKind = { autoCapitalize: 'words', autoCorrect: 'off', spellCheck: false }
const email: FieldKind = { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false }
const phone: FieldKind = { type: 'tel', inputMode: 'tel' }
const password: FieldKind = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }
const search: FieldKind = { enterKeyHint: 'search' }

/** Keyboard and autofill attributes of each kind of text. */
export const fieldKinds = {
	firstName: { ...name, autoComplete: 'given-name' },
	lastName: { ...name, autoComplete: 'family-name' },
	email: { ...email, autoComplete: 'email' },
	/** Named as the username, so that browsers fill in the password too. */
	accountEmail: { ...email, autoComplete: 'username' },
	phone: { ...phone, autoComplete: 'tel' },
	currentPassword: { ...password, autoComplete: 'current-password' },
	newPassword: { ...password, autoComplete: 'new-password' },
	code: { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false, autoComplete: 'off' },
	/** Not 'numeric': '1,500' and '1500.50' are amounts. */
	amount: { inputMode: 'decimal', autoComplete: 'off' },
	/** Not type='number': a wheel or an arrow key would change it. */
	count: { inputMode: 'numeric', autoComplete: 'off' },
	/** No autocomplete: browsers offer dates of other pages. */
	date: { type: 'date', autoComplete: 'off' },
	/** Enter makes a new line. */
	comment: { autoCapitalize: 'sentences', enterKeyHint: 'enter' },
	pin: { type: 'password', inputMode: 'numeric', autoComplete: 'off' },
	/** Typed by the shop for a customer: autofill would put in the staff's details. */
	customerName: { ...name, autoComplete: 'off' },
	customerPhone: { ...phone, autoComplete: 'off' },
	customerEmail: { ...email, autoComplete: 'off' },
	remark: { autoCapitalize: 'sentences', autoComplete: 'off' },
	time: { type: 'time', autoComplete: 'off' },
	shopName: { ...name, autoComplete: 'organization' },
	street: { ...name, autoComplete: 'address-line1' },
	area: { ...name, autoComplete: 'address-level3' },
	city: { ...name, autoComplete: 'address-level2' },
	search: { ...search, type: 'search', autoCapitalize: 'none', autoComplete: 'off' },
	place: { ...search, autoCapitalize: 'words', autoComplete: 'address-level2' },
} satisfies Record<string, FieldKind>
