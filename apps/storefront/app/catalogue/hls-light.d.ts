// The light build has the same interface, without what films of a shop have no use for: other sound tracks, subtitles, DRM.
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
