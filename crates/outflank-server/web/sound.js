// Synthesized sounds, off by default.

import { chosen } from './settings.js';

/** @type {AudioContext | null} */
let context = null;

/** @typedef {'place' | 'pass' | 'end' | 'offer' | 'low'} Sound */

/** Notes: frequency, start and length in seconds, volume. @type {Record<Sound, [number, number, number, number][]>} */
const notes = {
  place: [
    [190, 0, 0.07, 0.5],
    [420, 0, 0.03, 0.2],
  ],
  pass: [
    [330, 0, 0.12, 0.2],
    [262, 0.1, 0.16, 0.2],
  ],
  offer: [[523, 0, 0.15, 0.2]],
  low: [[880, 0, 0.08, 0.15]],
  end: [
    [392, 0, 0.2, 0.2],
    [494, 0.12, 0.2, 0.2],
    [587, 0.24, 0.4, 0.2],
  ],
};

const volumes = { quiet: 0.4, normal: 1, loud: 1.8 };

/** @param {Sound} sound */
export function play(sound) {
  if (chosen('sound') !== 'on') return;
  context ??= new AudioContext();
  // Browsers allow sound only after an interaction.
  if (context.state === 'suspended') context.resume().catch(() => {});
  const now = context.currentTime;
  const factor = volumes[/** @type {keyof typeof volumes} */ (chosen('volume'))];
  for (const [frequency, start, length, loudness] of notes[sound]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    tone.type = 'triangle';
    volume.gain.setValueAtTime(loudness * factor, now + start);
    volume.gain.exponentialRampToValueAtTime(0.001, now + start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}

/** A short buzz, where the device and the settings allow it. */
export function vibrate() {
  // Before the first interaction, browsers block it and log an error.
  if (chosen('vibration') === 'on' && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10);
}
