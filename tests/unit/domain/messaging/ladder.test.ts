import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	type ChannelAnswer,
	kindsThatCanGo,
	type LadderKind,
	type LadderStep,
	type MessageForm,
	nextStep,
	type Rung,
} from '#app/domain/messaging/ladder.ts'
import { messageTopics } from '#app/kernel/vocabulary/messaging.ts'

const push: Rung = { name: 'push', form: 'notice', carries: 'by_choice', isOpen: true }
const mail: Rung = { name: 'mail', form: 'letter', carries: 'all', isOpen: true }
const closed = (rung: Rung): Rung => ({ ...rung, isOpen: false })

const reminder: LadderKind = { kind: 'visit_reminder', topic: 'reminders', forms: ['notice', 'letter'] }
const booked: LadderKind = { kind: 'booked', topic: null, forms: ['notice', 'letter'] }
const receipt: LadderKind = { kind: 'receipt', topic: null, forms: ['letter'] }

const toWhom = { unwantedTopics: [], quietUntilAt: null }
const unreached: ChannelAnswer = { outcome: 'unreached', why: 'is not sent: it has no address' }

describe('a message that can be switched off', () => {
	const next = (answers: ChannelAnswer[], ladder = [push, mail]) =>
		nextStep(ladder, { ...reminder, ...toWhom }, answers)

	test('is shown on a device first, and goes by mail where no device takes it', () => {
		expect(next([])).toEqual({ step: 'ask', channel: push })
		expect(next([{ outcome: 'taken' }])).toEqual({ step: 'sent' })
		expect(next([unreached])).toEqual({ step: 'ask', channel: mail })
	})

	test('that reaches its reader by no channel is dropped, for the reason of the last one', () => {
		expect(next([{ outcome: 'unreached', why: 'another reason' }, unreached])).toEqual({
			step: 'drop',
			why: unreached.why,
		})
	})

	test('that its reader has switched off is dropped, and asks no channel', () => {
		const ladder = [push, mail]
		expect(nextStep(ladder, { ...reminder, unwantedTopics: ['reminders'], quietUntilAt: 7 })).toEqual({
			step: 'drop',
			why: 'is not sent: it is not wanted',
		})
		expect(nextStep(ladder, { ...reminder, unwantedTopics: ['reviews'], quietUntilAt: null }).step).toBe(
			'ask',
		)
	})

	test('goes to a device where mail is off, and waits where no device takes it', () => {
		expect(next([], [push, closed(mail)])).toEqual({ step: 'ask', channel: push })
		expect(next([unreached], [push, closed(mail)])).toEqual({ step: 'try_again', why: 'mail is off' })
	})
})

describe('a message that is told always', () => {
	test.each([booked, receipt])('goes by mail alone: $kind', (kind) => {
		expect(nextStep([push, mail], { ...kind, ...toWhom })).toEqual({ step: 'ask', channel: mail })
		expect(nextStep([push, closed(mail)], { ...kind, ...toWhom }).step).toBe('try_again')
	})

	test('waits for the end of quiet hours', () => {
		expect(nextStep([mail], { ...booked, ...toWhom, quietUntilAt: 7 })).toEqual({
			step: 'postpone',
			until: 7,
		})
	})

	test('that a channel could not bring now is tried again by it, and by no other', () => {
		const sms: Rung = { ...push, name: 'sms', carries: 'all' }
		const next = (answer: ChannelAnswer) => nextStep([sms, mail], { ...booked, ...toWhom }, [answer])
		expect(next({ outcome: 'later', why: 'status 500' })).toEqual({ step: 'try_again', why: 'status 500' })
		expect(next({ outcome: 'later', dueAt: 9 })).toEqual({ step: 'put_back', dueAt: 9 })
	})
})

test('where mail is off, only kinds that an open channel carries are claimed', () => {
	const kinds = [reminder, booked, receipt]
	expect(kindsThatCanGo([push, mail], kinds)).toBe(null)
	expect(kindsThatCanGo([closed(push), mail], kinds)).toBe(null)
	expect(kindsThatCanGo([push, closed(mail)], kinds)).toEqual(['visit_reminder'])
	expect(kindsThatCanGo([{ ...push, carries: 'all' }, closed(mail)], kinds)).toEqual([
		'visit_reminder',
		'booked',
	])
	expect(kindsThatCanGo([closed(push), closed(mail)], kinds)).toEqual([])
})

describe('on any ladder', () => {
	const rung = fc.record({
		form: fc.constantFrom('notice' as const, 'letter' as const),
		carries: fc.constantFrom('all' as const, 'by_choice' as const),
		isOpen: fc.boolean(),
	})
	const ladders = fc
		.array(rung, { maxLength: 6 })
		.map((rungs) => rungs.map((one, place): Rung => ({ ...one, name: `channel ${place}` })))
	const kinds = fc.record({
		kind: fc.constant('news'),
		topic: fc.option(fc.constantFrom(...messageTopics)),
		forms: fc.constantFrom<MessageForm[]>(['letter'], ['notice', 'letter']),
	})
	const answers = fc.array(
		fc.constantFrom<ChannelAnswer>(
			{ outcome: 'taken' },
			unreached,
			{ outcome: 'later', why: 'status 500' },
			{ outcome: 'later', dueAt: 9 },
		),
		{ minLength: 6, maxLength: 6 },
	)

	/** The channels that were asked, and what was done in the end. */
	function climbed(ladder: Rung[], kind: LadderKind, all: ChannelAnswer[]) {
		const asked: Rung[] = []
		for (;;) {
			const step: LadderStep = nextStep(ladder, { ...kind, ...toWhom }, all.slice(0, asked.length))
			if (step.step !== 'ask') return { asked, end: step }
			asked.push(step.channel)
		}
	}

	test('each channel is asked once at most, in the order of the list, open, and with a form that it carries', () => {
		fc.assert(
			fc.property(ladders, kinds, answers, (ladder, kind, all) => {
				const { asked } = climbed(ladder, kind, all)
				expect(asked).toEqual(ladder.filter((one) => asked.includes(one)))
				for (const { isOpen, form, carries } of asked) {
					expect(isOpen && kind.forms.includes(form)).toBe(true)
					if (kind.topic === null) expect(carries).toBe('all')
				}
			}),
		)
	})

	test('the first channel that takes or keeps a message ends its way; one is dropped only where none did', () => {
		fc.assert(
			fc.property(ladders, kinds, answers, (ladder, kind, all) => {
				const { asked, end } = climbed(ladder, kind, all)
				const said = all.slice(0, asked.length)
				expect(said.slice(0, -1).every(({ outcome }) => outcome === 'unreached')).toBe(true)
				expect(end.step === 'sent').toBe(said.at(-1)?.outcome === 'taken')
				if (end.step === 'drop') expect(said.every(({ outcome }) => outcome === 'unreached')).toBe(true)
			}),
		)
	})

	test('nothing is lost while the last channel that carries it is off', () => {
		fc.assert(
			fc.property(ladders, kinds, (ladder, kind) => {
				const letters: Rung = { ...mail, isOpen: false }
				const { end } = climbed([...ladder, letters], kind, Array(6).fill(unreached))
				expect(end).toEqual({ step: 'try_again', why: 'mail is off' })
			}),
		)
	})

	test('what can go is claimed: a channel would be asked for it', () => {
		fc.assert(
			fc.property(ladders, kinds, (ladder, kind) => {
				const claimed = kindsThatCanGo(ladder, [kind])
				const isAsked = nextStep(ladder, { ...kind, ...toWhom }).step === 'ask'
				expect(claimed === null || claimed.length > 0).toBe(isAsked)
			}),
		)
	})
})
