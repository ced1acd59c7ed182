import { expect, test } from 'vitest'
import { firstInitial, nameInitials } from '#app/domain/identity/initials.ts'

test('the avatar shows the first name’s letter, else the e-mail’s, else U', () => {
	expect(firstInitial({ firstName: 'ada', email: 'x@example.com' })).toBe('A')
	expect(firstInitial({ firstName: ' ', email: 'x@example.com' })).toBe('X')
	expect(firstInitial({ firstName: '', email: '12' })).toBe('U')
})

test('a letter keeps its marks', () => {
	expect(nameInitials({ firstName: 'Ọ́lá', lastName: 'èzè', email: '' })).toBe('Ọ́È'.normalize('NFC'))
})

test('somebody without a name is their e-mail’s letter', () => {
	expect(nameInitials({ firstName: '', lastName: '', email: 'x@example.com' })).toBe('X')
})
