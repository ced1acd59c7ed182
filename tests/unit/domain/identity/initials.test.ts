import { expect, test } from 'vitest'
import { initialOf, initialsOf } from '#app/domain/identity/initials.ts'

test('the avatar shows the first name’s letter, else the e-mail’s, else U', () => {
	expect(initialOf({ firstName: 'ada', email: 'x@example.com' })).toBe('A')
	expect(initialOf({ firstName: ' ', email: 'x@example.com' })).toBe('X')
	expect(initialOf({ firstName: '', email: '12' })).toBe('U')
})

test('a letter keeps its marks', () => {
	expect(initialsOf({ firstName: 'Ọ́lá', lastName: 'èzè', email: '' })).toBe('Ọ́È'.normalize('NFC'))
})

test('somebody without a name is their e-mail’s letter', () => {
	expect(initialsOf({ firstName: '', lastName: '', email: 'x@example.com' })).toBe('X')
})
