#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace brink::robust {

/// What a row of the table of frames says about its words.
enum class Act : std::uint8_t {
  // Classes of words, separated by spaces.
  kSame,     // spellings of one word: the first stands for all of them in every pattern
  kFiller,   // may stand anywhere within a frame ("the answer is THEREFORE OPTION B")
  kNoun,     // what a label is called ("option"): after it even a lower-case letter is a label; also a filler
  kJoin,     // joins letters into one answer ("A and C", "A or B")
  kFollows,  // may follow a label, never an article ("A because", "A since")
  kAlso,     // what is said with it is said besides, not instead
  kLeadsOn,  // what ends a line that goes on in the next: ":", "is"
  // Of sentences that answer by an option's text alone:
  kConcludes,  // near the beginning of one that draws a conclusion ("Overall, ...")
  kNegates,    // it denies or contrasts
  kHedges,     // it asserts nothing
  kProposes,   // as its first word: it says what will be done ("To find ...", "Let's ...")
  kTitle,      // a person's: the letter behind it is a name ("Dr. B")
  kHeading,    // what a number at the beginning of a line counts ("Question 1: B")
  kIf,         // begins a condition: what the rest of the sentence commits to hangs on it
  kYes,        // verdicts on one label after the other ("A: no. B: yes. C: no."), replies to a question
  kNo,
  kEvery,  // "all", "everything": with a word of kWrong, what is excepted is the answer
  kWrong,
  kTogether,  // behind labels joined by commas alone: all of them are meant ("A, B are correct")
  kForced,    // "if I had to choose", "without a doubt": no case of its own, what would be is a commitment
  kTakes,     // a label that is meant stands behind it at the end of a clause ("find B")
  kTowards,   // the same where the sentence has a word of kSelf ("I land on B")
  kStands,    // behind a label as its subject ("B stands")
  kSelf,      // "I", "we"
  kOthers,    // whose words are not the speaker's: "students", "the key"
  kReports,   // what they do with a label: "insists on"
  kConcedes,  // begins what is granted: "although"
  kNone,      // "no", "nothing": "no option except B works"
  kSignsOff,  // ends a letter, before a name: "Best,"
  kUnreal,    // a verb of what is not so: "would". Spellings that kSame makes one are told apart

  // Patterns with the label as @, separated by |. (@) wants a bracketed label or one after a noun; ~ passes over up to
  // eight words of the sentence.
  kAnswer,   // names the final answer ("the answer is @")
  kAssert,   // commits to a label ("@ is correct")
  kLean,     // commits where nothing stronger stands ("so @")
  kDeny,     // "not @", "@ is wrong"
  kExcept,   // "except @": the answer where all others are called wrong ("everything except @ fails"), else denied
  kAgainst,  // speaks against a label, without a verdict: "@ does not conduct"
  kSuppose,  // supposed, asked or merely weighed: "if @", "could be @"

  // Patterns without @: right before a frame they turn it.
  kDenies,     // "i don't think"
  kSupposes,   // "if", "students would say"
  kDoubt,      // anywhere: what follows may overturn what was said ("wait", "actually")
  kTakesBack,  // anywhere: withdraws the answer that stands ("scratch that")
  kCase,       // begins a case that is not this one, where the verb is of kUnreal ("with friction it would be @")
  kElse,       // begins a case apart: what the sentence commits to behind it holds there alone ("in which case")
};

struct FrameRow {
  std::string_view language;  // ISO 639-1; "" = any
  Act act;
  std::string_view words;
};

/// The one table of every language's words. Case, accents and apostrophes are folded, in the table as in the text.
std::span<const FrameRow> frame_rows();

}  // namespace brink::robust
