// The prebuilt files that stand before the page's script.
declare const vega: any;
declare const vegaLite: any;
declare const vegaInterpreter: any;
