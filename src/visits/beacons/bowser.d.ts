// The sources of Bowser, without what its bundle adds for old browsers: 0.9 KiB less (gzip).
declare module 'bowser/src/bowser.js' {
  export { default } from 'bowser';
}
